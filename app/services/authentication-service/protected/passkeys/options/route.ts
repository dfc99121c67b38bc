import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { passkeyOptionsSchema } from '@/lib/sign-in/passkey/passkey-schema';
import { startAdding } from '@/lib/sign-in/passkey/passkeys';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { passkeyPlace } from '../passkey-place';

/**
 * The options for creating a passkey of the signed-in user, confirmed by the password; 404 if the brand allows none.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: signedInActor,
    csrf: 'token',
    body: { kind: 'json', schema: passkeyOptionsSchema, limit: 8_192 },
    async handle({ request, body, actor }) {
      const place = await passkeyPlace(request, actor);
      if (!place) return errors(404, [{ code: 'profile.passkey.failed' }], request);
      const started = await startAdding(actor, body.password, place, originOf(request.headers));
      return started.ok ? json(started.value) : errors(400, [started.refusal], request);
    }
  })
});
