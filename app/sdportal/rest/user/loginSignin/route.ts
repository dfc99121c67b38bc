import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { lookUpLoginInfo } from '@/lib/identity/look-up';
import { tooManyLookups } from '@/lib/identity/lookup-limit';
import { userIdSchema } from '@/lib/identity/user-id';

/** The user record of a user id (P7.013): only what a sign-in needs, and nothing that tells whether it exists. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyLookups,
    body: { kind: 'json-or-text', schema: userIdSchema, limit: 1_024 },
    async handle({ body }) {
      const { b2BAlias } = await lookUpLoginInfo(body);
      return json({ b2BAlias });
    }
  })
});
