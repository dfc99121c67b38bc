import { z } from 'zod';
import { config } from '@/lib/core/config';
import { originOf } from '@/lib/core/http/origin';
import { accepted } from '@/lib/core/refusal';
import { SEED_FILE_TYPE, seedAddress, seedFile } from '@/lib/identity/seed-file';
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
  return token?.status === 'pending' ? { serialNumber: token.serialNumber, firstPin: config().TOKEN_FIRST_PIN } : {};
}

/** The page where a soft token is taken; for nobody who isn't at that step. */
export const GET = portalRoute(async (request) => {
  const state = await stateOf(request);
  if (!state.serialNumber) return seeOther(portalLink(await pageRequest(request))('login-signin-component'));
  return portalPage(request, softTokenView, state, { personal: true });
});

export const HEAD = GET;

const schema = z.object({ format: z.enum(['file', 'address'], 'invalid.entry') });

/** Hands the seed out, once, and ends the session: the token is the way in from now on (C4.028). */
export const POST = portalForm<typeof schema, SoftTokenState>(softTokenView, {
  schema,
  labels: { format: 'soft.token.download' },
  personal: true,
  keep: (_fields, request) => stateOf(request),
  async submit(request, { format }) {
    const audience = await pageRequest(request);
    const actor = await atThisStep(request);
    if (!actor) return seeOther(portalLink(audience)('login-signin-component'));
    const handed = await handOutSeed(actor, actor, originOf(request.headers), async () => accepted(audience.brand));
    if (!handed.ok) return { status: 422, faults: [faultOf(handed.refusal)] };
    const left = noSessionCookies(request.headers).map((cookie): [string, string] => ['set-cookie', cookie]);
    if (format === 'address') {
      const state = { address: seedAddress(handed.value), firstPin: config().TOKEN_FIRST_PIN };
      return portalPage(request, softTokenView, state, { personal: true, headers: left });
    }
    return new Response(seedFile(handed.value), {
      headers: [
        ['content-type', SEED_FILE_TYPE],
        ['content-disposition', `attachment; filename="soft-token-${handed.value.serialNumber}.xml"`],
        ['cache-control', 'no-store'],
        ...left
      ]
    });
  }
});
