import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { readAddress } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import { fileOfRecord } from '@/lib/kit/setup/record-files';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { isId } from '../../../../address';

/** Serves the image in a record's field. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    async handle({ request, url, params, actor }) {
      const { entity: name = '', id = '', field = '' } = params;
      const [entity, address] = [ENTITIES.get(name), readAddress(Object.fromEntries(url.searchParams))];
      const seen = entity && address && isId(id) ? { issuerId: address.issuerId, id } : null;
      const file = entity && seen ? await fileOfRecord(await principalOf(actor), entity, seen, field) : null;
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
