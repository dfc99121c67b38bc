'use client';

import { useEffect } from 'react';
import { call, reportError } from '@/app/sdportal/ui/call';

/** Cleans up the browser after a sign-out; `sso`: the session came from single sign-on. */
export function SignedOut({ sso }: { sso: boolean }) {
  useEffect(() => {
    sessionStorage.removeItem('userId');
    if (sso) signOutElsewhere().catch(reportError);
  }, [sso]);
  return null;
}

/**
 * Signs single sign-on users out at the provider too (P4.041, P7.027). The response is cross-origin and unreadable, so
 * sending the request must do.
 */
async function signOutElsewhere(): Promise<void> {
  const address = await (await call('GET', '/sdportal/rest/logoutrest/externalLogoutUrl')).text();
  if (address) await fetch(address, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' });
}
