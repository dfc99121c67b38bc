import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { attachment, errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { resourceFile } from '@/lib/directory/resources/open-resource';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../../signed-in';

/** Downloads the file of a resource that is for the reader. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({ id: z.guid() }),
    async handle({ request, params, actor }) {
      const [principal, { locale }] = await Promise.all([principalOf(actor), signedIn()]);
      const file = await resourceFile(principal, params.id, locale);
      if (!file) return errors(404, [{ code: 'not.found' }], request);
      return new Response(new Uint8Array(file.bytes), {
        headers: {
          'content-type': file.mediaType,
          'content-disposition': attachment(file.name),
          'cache-control': 'private, no-store'
        }
      });
    }
  })
});
