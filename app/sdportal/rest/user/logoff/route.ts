import { contract, on } from '@/lib/core/http/contract';
import { logOff } from './log-off';

/** Ends an old session before a sign-in (P4.001, PD.5): 204, also when there is none. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({ csrf: 'browser', handle: ({ request }) => logOff(request, { status: 204, body: null }) })
});
