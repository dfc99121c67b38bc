import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { isId } from '@/lib/core/secrets/ids';
import { cardGraphic } from '@/lib/money/purchasing/customization';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** Serves the graphic of a request's card to whoever sees the request (C3.031). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    async handle({ request, params, actor }) {
      const { id = '' } = params;
      const seen = isId(id) ? await seenRequest(await principalOf(actor), id) : null;
      const file = seen && (await cardGraphic(seen));
      if (!file) return errors(404, [{ code: 'not.found' }], request);
      return new Response(file.bytes, {
        headers: {
          'content-type': file.mediaType,
          'content-security-policy': "default-src 'none'",
          'cache-control': 'private, no-cache'
        }
      });
    }
  })
});
