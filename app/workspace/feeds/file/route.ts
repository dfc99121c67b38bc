import { z } from 'zod';
import { currentMaintenance, secondsLeft } from '@/lib/access/maintenance/maintenance';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { bringFeed } from '@/lib/money/feeds/bring-feed';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

/** Accepts a file of card transactions as a stream of any size; returns the address of its feed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: workspaceActor,
    csrf: 'browser',
    query: z.object({ mapping: z.guid(), name: z.string().min(1).max(500) }),
    async handle({ request, actor, query }) {
      // proxy.ts does this check elsewhere, but would hold the file in memory.
      const maintenance = actor.role === 'Z' ? null : await currentMaintenance();
      if (maintenance) {
        const wait = { 'retry-after': String(secondsLeft(maintenance)) };
        return errors(503, [{ code: 'maintenance.message' }], request, wait);
      }
      const principal = await principalOf(actor);
      const origin = { ...originOf(request.headers), accessor: principal.accessor };
      const chunks = (request.body ?? []) as AsyncIterable<Uint8Array>;
      const feed = { mappingId: query.mapping, source: 'upload' as const, name: query.name, chunks };
      const brought = await bringFeed(principal, feed, origin);
      if (!brought.ok) return errors(422, [brought.refusal], request);
      return Response.json({ href: `/workspace/feeds/${brought.value}` }, { headers: { 'cache-control': 'no-store' } });
    }
  })
});
