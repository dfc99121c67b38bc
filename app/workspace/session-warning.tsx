'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { readCookie } from '../sdportal/ui/cookies';
import { renewed, watchSession } from '../sdportal/ui/session-warning';

/** The countdown plus time for a slow response: the warning ends before the server ends the session. */
const MARGIN_SECONDS = 100;

/** The portal's session warning in the workspace, whose idle time the issuer sets (PD.13). */
export function SessionWarning() {
  useEffect(
    () =>
      watchSession({
        logout: '/sdportal/logout-component',
        warningMillis: (Number(readCookie('session-idle-seconds')) - MARGIN_SECONDS) * 1000
      }),
    []
  );
  // A page that opened without a reload has renewed the session as well.
  const address = `${usePathname()}?${useSearchParams()}`;
  const last = useRef(address);
  useEffect(() => {
    if (last.current !== address) renewed();
    last.current = address;
  }, [address]);
  return null;
}
