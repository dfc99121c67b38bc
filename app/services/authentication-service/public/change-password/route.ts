import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { resetPassword } from '@/lib/identity/recovery';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { resetPasswordSchema } from '@/lib/identity/recovery-schema';
import { pageRequest } from '../../../../sdportal/page-request';

/** Sets a new password by a reset link (P7.007): 422 for a link that is no use any more, 400 for what can be mended. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: resetPasswordSchema, limit: 8_192 },
    async handle({ request, body }) {
      const result = await resetPassword(body, await pageRequest(request), originOf(request.headers));
      if (result.ok) return json({});
      const status = result.refusal.code === 'reset.token.inactive' ? 422 : 400;
      return errors(status, [result.refusal], request.headers);
    }
  })
});
