import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { jobProgress } from '@/lib/kit/jobs/own-jobs';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../signed-in';
import { progressOf } from '../progress-of';

/** The progress of the user's job, polled by its page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({ id: z.guid() }),
    async handle({ request, params, actor }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const job = await jobProgress(principal, params.id);
      if (!job) return errors(404, [{ code: 'not.found' }], request);
      return Response.json(progressOf(t, job), { headers: { 'cache-control': 'no-store' } });
    }
  })
});
