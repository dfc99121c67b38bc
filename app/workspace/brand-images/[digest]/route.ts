import { imageFile } from '@/lib/brand/brands/images';
import { systemAdministrator } from '@/lib/brand/studio/system-administrator';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** An image of a draft or an old version, for the studio's pages and previews. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    async handle({ request, params, actor }) {
      const by = await systemAdministrator(actor, originOf(request.headers));
      const image = by && (await imageFile(params.digest ?? ''));
      if (!image) return errors(404, [{ code: 'not.found' }], request);
      return new Response(image.bytes, {
        headers: {
          'content-type': image.mediaType,
          'cache-control': 'private, max-age=31536000, immutable',
          // An image opened directly is a document, so its policy forbids everything.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        }
      });
    }
  })
});
