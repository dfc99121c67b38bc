import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { tooManyLookups } from '@/lib/sign-in/account/lookup-limit';
import { aliasSchema, userIdSchema } from '@/lib/sign-in/account/user-id';

/** The login info of a user id (PD.5): `{ldapId, loginType, b2BAlias}`, invented for an unknown one (PD.2). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'getLoginInfo',
      tag: 'Sign-in',
      summary: 'How a user id signs in, and by which alias',
      description: 'A user id that does not exist gets an invented record, always the same.',
      rules: ['P3.007'],
      answers: {
        200: {
          description: 'The record.',
          schema: z.strictObject({ ldapId: aliasSchema, loginType: z.enum(['pwd', 'token']), b2BAlias: aliasSchema })
        }
      },
      example: { body: { userId: 'robin.example' } }
    },

    csrf: 'browser',
    limit: tooManyLookups,
    body: { kind: 'json', schema: z.object({ userId: userIdSchema }), limit: 1_024 },
    handle: async ({ body }) => json(await lookUpLoginInfo(body.userId))
  })
});
