import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { download } from '@/lib/core/http/download';
import { originOf } from '@/lib/core/http/origin';
import { downloadRun } from '@/lib/kit/reports/runs';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** Downloads the file of a completed report (C3.082). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ run: z.guid() }),
    async handle({ request, params, actor }) {
      const file = await downloadRun(await principalOf(actor), params.run, originOf(request.headers));
      if (!file) return errors(404, [{ code: 'not.found' }], request);
      return download(file);
    }
  })
});
