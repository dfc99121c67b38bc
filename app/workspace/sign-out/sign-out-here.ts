'use client';

import { mayLeave } from '../ui/navigating';
import { signOut } from './actions';
import { pushOfBrowser } from './push-of-browser';

/** Ends the session when it is opened, on whichever release and during maintenance. */
const LOGGED_OUT = '/sdportal/logout-component';
/** Actions are sent one after another, and an earlier one may take long. */
const PATIENCE_MILLIS = 4_000;

/**
 * Signs out and shows the brand's logged-out page. A page that was open over a release, during maintenance or offline
 * gets no answer of the action: then the logged-out page itself ends the session. Unsaved work is asked about first.
 * Notices stop reaching this browser, which somebody else may use next.
 */
export async function signOutHere(): Promise<void> {
  if (!mayLeave(LOGGED_OUT)) return;
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MILLIS));
  const push = await pushOfBrowser().catch(() => undefined);
  const answer = await Promise.race([signOut(push?.endpoint ?? null), patience]).catch(() => undefined);
  // Without an answer the browser itself ends it, for whom it may be.
  if (!answer) await push?.unsubscribe().catch(() => undefined);
  location.assign(answer?.goTo ?? LOGGED_OUT);
}
