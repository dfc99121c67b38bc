'use server';

import { z } from 'zod';
import { answerForm } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { brandOrigin } from '@/lib/brand/brands/address';
import type { Brand } from '@/lib/brand/brands/directory';
import { tooMany } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { config } from '@/lib/core/server/config';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { userIdSchema } from '@/lib/sign-in/account/user-id';
import { questionIdSchema, questionOf } from '@/lib/sign-in/challenge/security-questions';
import { requestRecovery, requestTemporaryPassword } from '@/lib/sign-in/recovery/recovery';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import type { ForgotPasswordState } from './forgot-password-state';
import { FORGOT_LABELS } from './labels';

/** In development the flag can be set in local storage (PD.14). */
const flagSchema = z.enum(['true', 'false']).optional();

const userIdForm = z.object({ userId: userIdSchema, PasswordResetLink: flagSchema });

/** Requests a reset link, or the security question if the brand sends no links (P4.006 to P4.008). */
export async function askForPassword(_state: ForgotPasswordState, form: FormData): Promise<ForgotPasswordState> {
  return answerForm(form, {
    schema: userIdForm,
    labels: FORGOT_LABELS,
    keep: ['userId'],
    async submit({ userId, PasswordResetLink: flag }, request, { brand, locale }) {
      const wait = await tooManyRecoveries(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      if (!sendsLinks(brand, flag)) return { screen: 'question', userId, questionId: await questionOf(userId) };
      const { loginType } = await lookUpLoginInfo(userId);
      const linkOrigin = await brandOrigin(brand, request.headers);
      await requestRecovery(userId, { brand, locale }, linkOrigin, originOf(request.headers));
      return { screen: loginType === 'token' ? 'token-link-sent' : 'link-sent' };
    }
  });
}

function sendsLinks(brand: Brand, flag: string | undefined): boolean {
  const chosen = config().TESSERA_MODE === 'development' ? flag : undefined;
  return chosen === undefined ? brand.passwordResetLink : chosen === 'true';
}

const questionForm = z.object({
  asked: userIdSchema,
  questionId: questionIdSchema,
  questionResponse: z.string('required').trim().min(1, 'required').max(100, 'too.long'),
  PasswordResetLink: flagSchema
});

/** Sends a temporary password after the right answer, if the brand sends no links (P4.008). */
export async function answerQuestion(_state: ForgotPasswordState, form: FormData): Promise<ForgotPasswordState> {
  const known = z
    .object({ asked: z.string(), questionId: questionIdSchema })
    .safeParse(form instanceof FormData ? Object.fromEntries(form) : {});
  return answerForm<typeof questionForm, ForgotPasswordState>(form, {
    schema: questionForm,
    labels: FORGOT_LABELS,
    known: {
      screen: 'question',
      ...(known.success && { userId: known.data.asked, questionId: known.data.questionId })
    },
    async submit({ asked: userId, questionId, questionResponse: answer, ...flags }, request, { brand, locale }) {
      if (sendsLinks(brand, flags.PasswordResetLink)) return { status: 403, screen: 'user-id' };
      const wait = await tooManyRecoveries(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      const place = { brand, locale };
      const result = await requestTemporaryPassword({ userId, questionId, answer }, place, originOf(request.headers));
      if (result.ok) return { screen: 'temporary-sent' };
      const { refusal, retryAfter } = result;
      return { status: retryAfter ? 429 : 422, ...(retryAfter && { retryAfter }), faults: [faultOf(refusal)] };
    }
  });
}
