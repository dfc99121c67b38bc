import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { accountOf } from '@/lib/identity/accounts';
import { isMaskedAddress } from '@/lib/identity/masked-address';
import { resendPin } from '@/lib/identity/one-time-pins';
import { actorAt } from '@/lib/identity/session-cookie';
import { enterFrontDoor } from '../../heracles/login/front-door';
import { pageRequest, queryOf } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { CODE_LABELS, type OneTimePasscodeState, oneTimePasscodeView } from './one-time-passcode-view';

const deliveryOf = (text: string | null | undefined) => (isMaskedAddress(text) ? { delivery: text } : {});

/** The page that asks for the e-mailed code (P2.026 to P2.030). */
export const GET = portalRoute(async (request) => {
  const query = queryOf(request);
  const state: OneTimePasscodeState = {
    ...deliveryOf(query?.get('delivery')),
    ...(query?.get('error') && { error: true, faults: [{ field: 'code', message: 'otp.code.invalid' }] })
  };
  return portalPage(request, oneTimePasscodeView, state, { personal: state.delivery !== undefined });
});

export const HEAD = GET;

const atThisStep = actorAt('one_time_pin');
const schema = z.object({
  resend: z.literal('yes').optional(),
  code: z.string().trim().optional()
});

/** The forms without JavaScript: the code in one field, and the request for a new one. */
export const POST = portalForm<typeof schema, OneTimePasscodeState>(oneTimePasscodeView, {
  schema,
  labels: CODE_LABELS,
  personal: true,
  keep: ({ delivery }) => deliveryOf(delivery),
  async submit(request, { resend, code = '' }) {
    const audience = await pageRequest(request);
    const actor = await atThisStep(request);
    if (!actor) return seeOther(portalLink(audience)('login-signin-component'));
    if (resend) {
      const { brand, locale } = audience;
      const issued = await resendPin(actor, { brandName: brand.name, locale }, originOf(request.headers));
      if (issued.ok)
        return portalPage(
          request,
          oneTimePasscodeView,
          { delivery: issued.emailAddress, resent: true },
          { personal: true }
        );
      const seconds = issued.retryAfter;
      return { status: 429, retryAfter: seconds, faults: [{ message: 'otp.resend.wait', params: { seconds } }] };
    }
    const fault = code === '' ? 'otp.code.required' : /^\d{6}$/.test(code) ? null : 'otp.code.invalid';
    if (fault) return { status: 400, faults: [{ field: 'code', message: fault }] };
    const { b2BAlias } = await accountOf(actor);
    const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'otp-2fa', secret: code });
    if (outcome.kind !== 'refused') return seeOther(outcome.redirect, headers);
    const { status, refusal, retryAfter } = outcome;
    return {
      status,
      ...(retryAfter && { retryAfter }),
      faults: [{ field: 'code', message: refusal.code, ...(refusal.params && { params: refusal.params }) }]
    };
  }
});
