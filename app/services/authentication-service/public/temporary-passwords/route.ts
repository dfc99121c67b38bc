import { contract, on } from '@/lib/core/http/contract';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { temporaryPasswordSchema } from '@/lib/identity/recovery-schema';
import { answerTemporaryPasswordCall } from '../../../../sdportal/temporary-password';

/** Asks for a temporary password (P3.013, PD.5). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: temporaryPasswordSchema, limit: 4_096 },
    handle: ({ request, body: { userId, locale, cobrandName, securityQuestionSTO } }) =>
      answerTemporaryPasswordCall(request, {
        userId,
        locale,
        cobrandName,
        questionId: securityQuestionSTO.questionId,
        answer: securityQuestionSTO.questionResponse
      })
  })
});
