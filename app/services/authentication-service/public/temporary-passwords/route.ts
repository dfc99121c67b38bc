import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { temporaryPasswordSchema } from '@/lib/identity/recovery-schema';
import { brandQuery } from '../../../../sdportal/page-request';
import { answerTemporaryPasswordCall } from '../../../../sdportal/temporary-password';

/** Asks for a temporary password (P3.013, PD.5). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'requestTemporaryPassword',
      tag: 'Recovery',
      summary: 'Asks for a temporary password, with the answer to the security question',
      description: 'A wrong answer counts like a failed sign-in. It is refused alike for anybody and nobody.',
      rules: ['P3.013'],
      answers: { 202: { description: 'Right: the password is on its way by mail.', schema: z.strictObject({}) } },
      refusals: {
        422: 'The answer is wrong.',
        503: 'More answers are waiting to be checked than the server can take.'
      },
      example: {
        body: {
          userId: 'robin.example',
          locale: 'en_US',
          cobrandName: 'tessera',
          securityQuestionSTO: { questionId: 'first.pet', questionResponse: 'Biscuit' }
        }
      }
    },

    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: temporaryPasswordSchema, limit: 4_096 },
    query: brandQuery,
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
