import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { download } from '@/lib/core/http/download';
import { originOf } from '@/lib/core/http/origin';
import { downloadFile } from '@/lib/money/rails/download-file';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** Downloads a file for the bank: the same bytes each time. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ id: z.guid() }),
    async handle({ request, params, actor }) {
      const file = await downloadFile(await principalOf(actor), params.id, originOf(request.headers));
      if (!file) return errors(404, [{ code: 'not.found' }], request);
      return download(file);
    }
  })
});
