import { contract, on } from '@/lib/core/http/contract';
import { logOff } from './log-off';

/** Ends an old session before a sign-in (P4.001, PD.5): 204, also when there is none. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'logOff',
      tag: 'Session',
      summary: 'Ends an old session before a sign-in',
      rules: ['P4.001'],
      answers: {
        204: {
          description: 'Also when there was none.',
          headers: { 'Set-Cookie': 'Takes the session and its cookies away.' }
        }
      }
    },
    csrf: 'browser',
    handle: ({ request }) => logOff(request, { status: 204, body: null })
  })
});
