'use server';

import { headers } from 'next/headers';
import { resolveBrand } from '@/lib/brand/brands/resolve';
import { hostnameOf, originOf } from '@/lib/core/http/origin';
import { actorOfRequest, noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endAllSessions, endSession } from '@/lib/sign-in/session/sessions';
import { leaveWith } from '../leave-with';
import type { FormState } from '../ui/form-state';

/** Ends the session of this browser and leads to the brand's logged-out page. An already ended session is no error. */
export async function signOut(): Promise<FormState> {
  return end(false);
}

/** The same with every session of the user. */
export async function signOutEverywhere(): Promise<FormState> {
  return end(true);
}

async function end(isEverywhere: boolean): Promise<FormState> {
  const request = new Headers(await headers());
  const origin = originOf(request);
  const actor = await actorOfRequest(request);
  const token = await sessionTokenOf(request);
  const brand = await resolveBrand({ cobrandHost: actor?.brandName ?? null, hostname: hostnameOf(request) });
  // An unfinished sign-in may only cancel itself (PD.8).
  if (actor?.kind === 'full' && isEverywhere) await endAllSessions(actor, origin);
  else if (token) await endSession(token, origin);
  return leaveWith(noSessionCookies(request), `/sdportal/logout-component?cobrandHost=${brand.name}`);
}
