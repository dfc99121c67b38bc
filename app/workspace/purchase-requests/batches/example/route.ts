import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { exampleFile } from '@/lib/money/batches/example-file';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

const TYPES = { csv: 'text/csv; charset=utf-8', xml: 'application/xml; charset=utf-8' };

/** A file that shows how the requests of a batch setup are written (C5.064). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ setup: z.guid('invalid.entry') }),
    async handle({ request, actor, query: { setup } }) {
      const example = await exampleFile(await principalOf(actor), setup);
      if (!example) return errors(404, [{ code: 'not.found' }], request);
      return new Response(example.text, {
        headers: {
          'content-type': TYPES[example.format],
          'content-disposition': `attachment; filename="requests.${example.format}"`,
          'cache-control': 'no-store'
        }
      });
    }
  })
});
