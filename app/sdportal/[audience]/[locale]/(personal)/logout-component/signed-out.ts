'use client';

import { useEffect } from 'react';
import { call, reportError } from '@/app/sdportal/ui/call';

/** What a browser does once its person is signed out; `sso`: who came in by single sign-on. */
export function SignedOut({ sso }: { sso: boolean }) {
  useEffect(() => {
    sessionStorage.removeItem('userId');
    if (sso) signOutElsewhere().catch(reportError);
  }, [sso]);
  return null;
}

/**
 * Who came by single sign-on is signed out there as well (P4.041, P7.027). The answer is another site's and can't be
 * read; that it was asked is all there is to it.
 */
async function signOutElsewhere(): Promise<void> {
  const address = await (await call('GET', '/sdportal/rest/logoutrest/externalLogoutUrl')).text();
  if (address) await fetch(address, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' });
}
