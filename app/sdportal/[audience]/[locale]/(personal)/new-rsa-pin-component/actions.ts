'use server';

import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import type { PageContext } from '@/app/sdportal/page-context';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { originOf } from '@/lib/core/http/origin';
import { busyOf, isUnavailable } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { actorAt, noSessionCookies } from '@/lib/sign-in/session/session-cookie';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { isPinGood, pinFormatFault, setPin } from '@/lib/sign-in/token/token-pin';
import { PIN_LABELS } from './labels';
import { loggedOut } from './logged-out';

const atThisStep = actorAt('new_pin');
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
/** A PIN as the browser stores it, sealed (PD.18). */
const pendingSchema = z.object({ pendingPin: z.string().min(5).max(2_000) });

/** Signs in with the passcode and sets the PIN; the user then signs in again with it (P4.028). */
export async function saveNewPin(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema,
    labels: PIN_LABELS,
    async submit({ newPin, confirmPin, passcode }, request, page) {
      const origin = originOf(request.headers);
      const actor = await atThisStep(request);
      if (!actor) return leave(page.link('logout-component'));
      if (newPin !== confirmPin)
        return { status: 400, faults: [{ field: 'confirmPin', message: 'pin.confirm.not.match' }] };
      if (!(await isPinGood(actor, newPin, origin)))
        return { status: 422, faults: [{ field: 'newPin', message: 'invalid.pin' }] };
      const { b2BAlias } = await accountOf(actor);
      const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'token', secret: passcode });
      // P4.029.
      if (outcome.kind === 'refused') return leave(loggedOut(page, 'error'), { headers });
      if (outcome.kind !== 'signed_in' || outcome.sessionKind !== 'new_pin')
        return leave(outcome.redirect, { headers });
      const renewed = await actorOf(outcome.session.token);
      return setAndLeave(renewed, newPin, request, page);
    }
  });
}

/** Sets a PIN that was stored before a sign-in returned here (P4.026). */
export async function sendPendingPin(form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema: pendingSchema,
    labels: {},
    async submit({ pendingPin }, request, page) {
      return setAndLeave(await atThisStep(request), pendingPin, request, page);
    }
  });
}

/** Sets a PIN and redirects to the logged-out page, which shows whether it was saved (P8.015, P8.016). */
async function setAndLeave(actor: Actor | null, newPin: string, request: Request, page: PageContext) {
  const left = new Headers();
  for (const cookie of noSessionCookies(request.headers)) left.append('set-cookie', cookie);
  const noticeOf = async () => {
    if (!actor) return 'error';
    const set = await setPin(actor, newPin, page, originOf(request.headers));
    return set.ok ? 'pin' : 'error';
  };
  const notice = await noticeOf().catch((err) => {
    log.error({ err, requestId: request.headers.get('x-request-id') }, 'a PIN could not be set');
    return busyOf(err) || isUnavailable(err) ? 'down' : 'error';
  });
  return leave(loggedOut(page, notice), { headers: left });
}
