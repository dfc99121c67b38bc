'use server';

import { headers } from 'next/headers';
import { principalOf } from '@/lib/access/policy/principal';
import { resolveBrand } from '@/lib/brand/brands/resolve';
import type { Origin } from '@/lib/core/audit/audit';
import { hostnameOf, originOf } from '@/lib/core/http/origin';
import { turnOffAllPush, turnOffPush } from '@/lib/kit/web-push/subscriptions';
import { actorOfRequest, noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endAllSessions, endSession } from '@/lib/sign-in/session/sessions';
import { leaveWith } from '../leave-with';
import type { FormState } from '../ui/form-state';

/**
 * Ends the session of this browser and leads to the brand's logged-out page. An already ended session is no error.
 * @param pushedTo the address that the user's notices reach this browser by: they end with a sign-out by hand
 */
export async function signOut(pushedTo: string | null): Promise<FormState> {
  return end((owner, origin) => (pushedTo === null ? undefined : turnOffPush(owner, String(pushedTo), origin)));
}

/** The same with every session of the user, and for every browser. */
export async function signOutEverywhere(): Promise<FormState> {
  return end(turnOffAllPush, true);
}

async function end(
  endPush: (owner: { issuerId: string; userId: string }, origin: Origin) => Promise<void> | undefined,
  isEverywhere = false
): Promise<FormState> {
  const request = new Headers(await headers());
  const origin = originOf(request);
  const actor = await actorOfRequest(request);
  const token = await sessionTokenOf(request);
  const brand = await resolveBrand({ cobrandHost: actor?.brandName ?? null, hostname: hostnameOf(request) });
  // Somebody who works as another user is the one at this browser.
  if (actor?.kind === 'full') await endPush((await principalOf(actor)).accessor ?? actor, origin);
  // An unfinished sign-in may only cancel itself (PD.8).
  if (actor?.kind === 'full' && isEverywhere) await endAllSessions(actor, origin);
  else if (token) await endSession(token, origin);
  return leaveWith(noSessionCookies(request), `/sdportal/logout-component?cobrandHost=${brand.name}`);
}
