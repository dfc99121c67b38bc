import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { downloadCsv } from '@/lib/money/payments/statements/download-statement';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { downloadAnswer } from '../../../download-answer';

/** Downloads the lines of a statement as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ id: z.guid() }),
    handle: ({ request, params, actor }) => downloadAnswer(request, actor, params.id, downloadCsv)
  })
});
