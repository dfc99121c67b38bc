import { contract, on } from '@/lib/core/http/contract';
import { logOff } from '../../sdportal/rest/user/logoff/log-off';

/** Ends the session, if there is one (P7.015). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'signOut',
      tag: 'Session',
      summary: 'Ends the session, if there is one',
      description: 'A request that another site made the browser send changes nothing.',
      rules: ['P7.015'],
      answers: {
        200: {
          description: '`OK`, also when there was no session.',
          type: ['text/plain'],
          headers: { 'Set-Cookie': 'Takes the session and its cookies away.' }
        }
      }
    },
    handle: ({ request }) => logOff(request, { status: 200, body: 'OK' })
  })
});
