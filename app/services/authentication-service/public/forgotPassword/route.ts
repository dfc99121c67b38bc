import { contract, on } from '@/lib/core/http/contract';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { forgotPasswordAnswerSchema } from '@/lib/identity/recovery-schema';
import { answerTemporaryPasswordCall } from '../../../../sdportal/temporary-password';

/** The older way to a temporary password (P7.012). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: forgotPasswordAnswerSchema, limit: 4_096 },
    handle: ({ request, body: { userId, locale, securityQuestion } }) =>
      answerTemporaryPasswordCall(request, {
        userId,
        locale,
        questionId: securityQuestion.questionId,
        answer: securityQuestion.questionResponse
      })
  })
});
