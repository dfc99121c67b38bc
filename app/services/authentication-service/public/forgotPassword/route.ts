import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import { forgotPasswordAnswerSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { brandQuery } from '../../../../sdportal/brand-query';
import { answerTemporaryPasswordCall } from '../../../../sdportal/temporary-password';

/** The older endpoint for a temporary password (P7.012). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'requestTemporaryPasswordTheOldWay',
      tag: 'Recovery',
      summary: 'The older way to a temporary password',
      description: 'A wrong answer counts like a failed sign-in. It is refused alike for anybody and nobody.',
      rules: ['P7.012', 'P3.005'],
      answers: { 202: { description: 'Right: the password is on its way by mail.', schema: z.strictObject({}) } },
      refusals: {
        403: 'The brand sends reset links, or the request was forged.',
        422: 'The answer is wrong.',
        503: 'More answers are waiting to be checked than the server can take.'
      },
      example: {
        body: {
          userId: 'robin.example',
          locale: 'en_US',
          securityQuestion: { questionId: 'first.pet', questionResponse: 'Biscuit' }
        }
      }
    },

    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: forgotPasswordAnswerSchema, limit: 4_096 },
    query: brandQuery,
    handle: ({ request, body: { userId, locale, securityQuestion } }) =>
      answerTemporaryPasswordCall(request, {
        userId,
        locale,
        questionId: securityQuestion.questionId,
        answer: securityQuestion.questionResponse
      })
  })
});
