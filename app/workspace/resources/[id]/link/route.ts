import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { resourceLink } from '@/lib/directory/resources/open-resource';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../../signed-in';

/** Leads to the address of a resource that is for the reader. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({ id: z.guid() }),
    async handle({ request, params, actor }) {
      const [principal, { locale }] = await Promise.all([principalOf(actor), signedIn()]);
      const link = await resourceLink(principal, params.id, locale);
      if (!link) return errors(404, [{ code: 'not.found' }], request);
      return new Response(null, {
        status: 303,
        headers: { location: link, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
      });
    }
  })
});
