import { contract, on } from '@/lib/core/http/contract';
import { logOff } from '../../sdportal/rest/user/logoff/log-off';

/** Ends the session, if there is one (P7.015). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({ handle: ({ request }) => logOff(request, { status: 200, body: 'OK' }) })
});
