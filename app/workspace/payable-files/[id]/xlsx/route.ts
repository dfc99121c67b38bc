import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { payableAnswer } from '../../download-answer';

/** Downloads a payable file as a spreadsheet: the same bytes each time. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ id: z.guid() }),
    handle: ({ request, params, actor }) => payableAnswer(request, actor, params.id, 'xlsx')
  })
});
