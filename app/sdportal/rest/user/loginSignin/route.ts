import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { tooManyLookups } from '@/lib/sign-in/account/lookup-limit';
import { aliasSchema, userIdSchema } from '@/lib/sign-in/account/user-id';

/**
 * The user record of a user id (P7.013): only the fields that a sign-in needs, none of which reveals whether the user
 * exists.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'getUserRecord',
      tag: 'Sign-in',
      summary: 'The user record of a user id',
      description: 'Only what a sign-in needs. A user id that does not exist gets an invented record.',
      rules: ['P7.013', 'P3.008'],
      answers: {
        200: { description: 'The record.', schema: z.strictObject({ b2BAlias: aliasSchema }) }
      },
      example: { body: 'robin.example' }
    },

    csrf: 'browser',
    limit: tooManyLookups,
    body: { kind: 'json-or-text', schema: userIdSchema, limit: 1_024 },
    async handle({ body }) {
      const { b2BAlias } = await lookUpLoginInfo(body);
      return json({ b2BAlias });
    }
  })
});
