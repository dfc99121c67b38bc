import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { downloadBundle } from '@/lib/money/evidence/download';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { downloadAnswer } from '../../../download-answer';

/** Downloads the evidence of an expense report as an archive. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ id: z.guid() }),
    handle: ({ request, params, actor }) => downloadAnswer(request, actor, params.id, downloadBundle)
  })
});
