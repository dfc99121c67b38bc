import { z } from 'zod';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { config } from '@/lib/core/server/config';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import { temporaryPasswordSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { brandQuery } from '../../../../sdportal/brand-query';
import { answerTemporaryPasswordCall } from '../../../../sdportal/temporary-password';

/** Requests a temporary password (P3.013, PD.5). GET has no content; it answers in development only (C7.008). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getTemporaryPasswords',
      tag: 'Recovery',
      summary: 'Nothing: for clients that are developed against the canned answers',
      rules: ['C7.008', 'CD.51'],
      answers: { 200: { description: 'In development.', schema: z.strictObject({}) } },
      refusals: { 405: 'Anywhere but in development.' }
    },

    handle: ({ request }) =>
      config().TESSERA_MODE === 'development'
        ? json({})
        : errors(405, [{ code: 'method.not.allowed' }], request, { allow: 'POST, OPTIONS' })
  }),
  POST: on({
    published: {
      id: 'requestTemporaryPassword',
      tag: 'Recovery',
      summary: 'Asks for a temporary password, with the answer to the security question',
      description: 'A wrong answer counts like a failed sign-in. It is refused alike for anybody and nobody.',
      rules: ['P3.013'],
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
