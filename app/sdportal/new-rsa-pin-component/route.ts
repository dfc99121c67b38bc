import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { accountOf } from '@/lib/identity/accounts';
import { actorAt, noSessionCookies } from '@/lib/identity/session-cookie';
import { actorOf } from '@/lib/identity/sessions';
import { pinFormatFault, setPin } from '@/lib/identity/token-pin';
import { enterFrontDoor } from '../../heracles/login/front-door';
import { faultOf } from '../form-state';
import { pageRequest } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { newPinView, PIN_LABELS } from './new-pin-view';

const atThisStep = actorAt('new_pin');

/** The page where a token user sets a new PIN; for nobody else (P4.025, P6.006). */
export const GET = portalRoute(async (request) => {
  if (!(await atThisStep(request))) return seeOther(portalLink(await pageRequest(request))('logout-component'));
  return portalPage(request, newPinView, {}, { personal: true });
});

export const HEAD = GET;

const pin = z
  .string('required')
  .min(1, 'required')
  .superRefine((value, context) => {
    const fault = value && pinFormatFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });
const schema = z.object({
  newPin: pin,
  confirmPin: z.string('required').min(1, 'required'),
  passcode: z
    .string('required')
    .min(1, 'required')
    .regex(/^\d{8}$/, 'passcode.length')
});

/** The form without JavaScript: the passcode signs in, the PIN is set, the person signs in again (P4.028). */
export const POST = portalForm(newPinView, {
  schema,
  labels: PIN_LABELS,
  personal: true,
  async submit(request, { newPin, confirmPin, passcode }) {
    const audience = await pageRequest(request);
    const logout = portalLink(audience)('logout-component');
    const actor = await atThisStep(request);
    if (!actor) return seeOther(logout);
    if (newPin !== confirmPin)
      return { status: 400, faults: [{ field: 'confirmPin', message: 'pin.confirm.not.match' }] };
    const { b2BAlias } = await accountOf(actor);
    const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'token', secret: passcode });
    if (outcome.kind !== 'signed_in' || outcome.sessionKind !== 'new_pin') {
      return seeOther(outcome.kind === 'refused' ? logout : outcome.redirect, headers);
    }
    const renewed = await actorOf(outcome.session.token);
    if (!renewed) return seeOther(logout, headers);
    const result = await setPin(renewed, newPin, audience, originOf(request.headers));
    if (!result.ok) {
      const cookies = headers.getSetCookie().map((cookie): [string, string] => ['set-cookie', cookie]);
      return portalPage(
        request,
        newPinView,
        { faults: [faultOf(result.refusal)] },
        { status: 422, personal: true, headers: cookies }
      );
    }
    const left = new Headers();
    for (const cookie of noSessionCookies(request.headers)) left.append('set-cookie', cookie);
    return seeOther(logout, left);
  }
});
