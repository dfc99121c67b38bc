import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { accepted } from '@/lib/core/refusal';
import { actorAt, noSessionCookies } from '@/lib/identity/session-cookie';
import { handOutSeed, tokenStatus } from '@/lib/identity/soft-tokens';
import { faultOf } from '../form-state';
import { pageRequest } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { type SoftTokenState, softTokenView } from './soft-token-view';

const atThisStep = actorAt('soft_token');

async function stateOf(request: Request): Promise<SoftTokenState> {
  const actor = await atThisStep(request);
  const token = actor && (await tokenStatus({ issuerId: actor.issuerId, id: actor.userId }));
  return token?.status === 'pending' ? { serialNumber: token.serialNumber } : {};
}

/** The page where a soft token is taken; for nobody who isn't at that step. */
export const GET = portalRoute(async (request) => {
  const state = await stateOf(request);
  if (!state.serialNumber) return seeOther(portalLink(await pageRequest(request))('login-signin-component'));
  return portalPage(request, softTokenView, state, { personal: true });
});

export const HEAD = GET;

const schema = z.object({});

/** Shows the seed and the first PIN, once, and ends the session: the token is the way in from now on (C4.028). */
export const POST = portalForm<typeof schema, SoftTokenState>(softTokenView, {
  schema,
  labels: {},
  personal: true,
  keep: (_fields, request) => stateOf(request),
  async submit(request) {
    const audience = await pageRequest(request);
    const actor = await atThisStep(request);
    if (!actor) return seeOther(portalLink(audience)('login-signin-component'));
    const handed = await handOutSeed(actor, actor, originOf(request.headers), async () => accepted(audience.brand));
    if (!handed.ok) return { status: 422, faults: [faultOf(handed.refusal)] };
    const left = noSessionCookies(request.headers).map((cookie): [string, string] => ['set-cookie', cookie]);
    return portalPage(request, softTokenView, { handed: handed.value }, { personal: true, headers: left });
  }
});
