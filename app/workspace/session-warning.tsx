'use client';

import { useEffect } from 'react';
import { readCookie } from '../sdportal/ui/cookies';
import { watchSession } from '../sdportal/ui/session-warning';

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
  return null;
}
