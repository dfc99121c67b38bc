import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { SPREADSHEET_TYPE } from '@/lib/core/files/spreadsheet-writer';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { downloadStructure } from '@/lib/directory/structure/download-structure';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** The structure at and below a node as a spreadsheet, streaming. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ id: z.guid() }),
    async handle({ request, params, actor }) {
      const sheet = await downloadStructure(await principalOf(actor), params.id, originOf(request.headers));
      if (!sheet) return errors(404, [{ code: 'not.found' }], request);
      return new Response(sheet, {
        headers: {
          'content-type': SPREADSHEET_TYPE,
          'content-disposition': 'attachment; filename="structure.xlsx"',
          'cache-control': 'no-store'
        }
      });
    }
  })
});
