import { z } from 'zod';
import { accountOf } from '@/lib/identity/accounts';
import { actorAt } from '@/lib/identity/session-cookie';
import { WRONG_NEXT_TOKEN_CODE } from '@/lib/identity/sign-in-refusal';
import { enterFrontDoor } from '../../heracles/login/front-door';
import type { FormState } from '../form-state';
import { pageRequest, queryOf } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { refusedState } from '../refused-state';
import { NEXT_LABELS, nextTokenView } from './next-token-view';

const atThisStep = actorAt('next_token');

/** What `ec` says of the last try (P8.017, P8.018). */
function stateOf(request: Request): FormState {
  const code = queryOf(request)?.get('ec');
  if (!code) return {};
  if (code === String(WRONG_NEXT_TOKEN_CODE)) return { faults: [{ field: 'password', message: 'invalid.passcode' }] };
  return { header: 'error.system.header', faults: [{ message: 'error.system.message' }] };
}

/** The page that asks for the next passcode of a token; for nobody else (P4.031, P6.006). */
export const GET = portalRoute(async (request) => {
  if (!(await atThisStep(request))) return seeOther(portalLink(await pageRequest(request))('logout-component'));
  return portalPage(request, nextTokenView, stateOf(request), { personal: true });
});

export const HEAD = GET;

const schema = z.object({
  password: z
    .string('required')
    .trim()
    .min(1, 'required')
    .regex(/^\d{8}$/, 'passcode.length')
});

/** The form without JavaScript. */
export const POST = portalForm(nextTokenView, {
  schema,
  labels: NEXT_LABELS,
  personal: true,
  async submit(request, { password }) {
    const actor = await atThisStep(request);
    if (!actor) return seeOther(portalLink(await pageRequest(request))('logout-component'));
    const { b2BAlias } = await accountOf(actor);
    const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'next-token', secret: password });
    return outcome.kind === 'refused' ? refusedState(outcome, 'password') : seeOther(outcome.redirect, headers);
  }
});
