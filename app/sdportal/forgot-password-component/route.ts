import { z } from 'zod';
import { brandOrigin } from '@/lib/brands/address';
import { originOf } from '@/lib/core/http/origin';
import { tooMany } from '@/lib/core/refusal';
import { lookUpLoginInfo } from '@/lib/identity/look-up';
import { requestRecovery, requestTemporaryPassword } from '@/lib/identity/recovery';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { questionIdSchema, questionOf } from '@/lib/identity/security-questions';
import { userIdSchema } from '@/lib/identity/user-id';
import { faultOf } from '../form-state';
import { pageRequest } from '../page-request';
import { portalForm } from '../portal-form';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import {
  FORGOT_LABELS,
  type ForgotPasswordScreen,
  type ForgotPasswordState,
  forgotPasswordView
} from './forgot-password-view';

/** The page that asks whose password is forgotten (P2.035). */
export const GET = portalRoute((request) => portalPage(request, forgotPasswordView, {}));

export const HEAD = GET;

const schema = z.union([
  z.object({
    asked: userIdSchema,
    questionId: questionIdSchema,
    questionResponse: z.string('required').trim().min(1, 'required').max(100, 'too.long')
  }),
  z.object({ asked: z.undefined().optional(), userId: userIdSchema })
]);

const show = (request: Request, screen: ForgotPasswordScreen, state: ForgotPasswordState = {}) =>
  portalPage(request, forgotPasswordView, { screen, ...state }, { personal: true });

/** Both steps without JavaScript (P4.006 to P4.008). */
export const POST = portalForm<typeof schema, ForgotPasswordState>(forgotPasswordView, {
  schema,
  labels: FORGOT_LABELS,
  personal: true,
  keep: ({ asked, questionId }) =>
    asked ? { screen: 'question', userId: asked, ...(questionId && { questionId }) } : {},
  async submit(request, body) {
    const wait = await tooManyRecoveries(request);
    if (wait !== undefined) {
      return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
    }
    const { brand, locale } = await pageRequest(request);
    const origin = originOf(request.headers);
    if (body.asked !== undefined) {
      const { asked: userId, questionId, questionResponse: answer } = body;
      const result = await requestTemporaryPassword({ userId, questionId, answer }, { brand, locale }, origin);
      if (result.ok) return show(request, 'temporary-sent');
      const { refusal, retryAfter } = result;
      return { status: retryAfter ? 429 : 422, retryAfter, faults: [faultOf(refusal)] };
    }
    const { userId } = body;
    if (!brand.passwordResetLink) return show(request, 'question', { userId, questionId: await questionOf(userId) });
    const { loginType } = await lookUpLoginInfo(userId);
    await requestRecovery(userId, { brand, locale }, await brandOrigin(brand, request.headers), origin);
    return show(request, loginType === 'token' ? 'token-link-sent' : 'link-sent');
  }
});
