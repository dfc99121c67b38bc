import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { newPasskeySchema } from '@/lib/sign-in/passkey/passkey-schema';
import { addPasskey } from '@/lib/sign-in/passkey/passkeys';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { passkeyPlace } from './passkey-place';

/** Stores a passkey of the signed-in user: 201 with `{id}`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: signedInActor,
    csrf: 'token',
    body: { kind: 'json', schema: newPasskeySchema, limit: 24_576 },
    async handle({ request, body, actor }) {
      const place = await passkeyPlace(request, actor);
      if (!place) return errors(404, [{ code: 'profile.passkey.failed' }], request);
      const added = await addPasskey(actor, body, place, originOf(request.headers));
      return added.ok ? json(added.value, { status: 201 }) : errors(400, [added.refusal], request);
    }
  })
});
