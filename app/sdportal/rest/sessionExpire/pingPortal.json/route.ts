import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { actorOfRequest } from '@/lib/sign-in/session/session-cookie';
import { renewSession } from '@/lib/sign-in/session/sessions';

/** Renews the session of the caller (P7.022, P6.003): `{"status":"OK"}`, or 401 when it has ended. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'renewSession',
      tag: 'Session',
      summary: 'Renews the session of the caller',
      rules: ['P7.022', 'P7.023', 'P6.003'],
      answers: { 200: { description: 'Renewed.', schema: z.strictObject({ status: z.literal('OK') }) } }
    },

    auth: ({ headers }) => actorOfRequest(headers),
    async handle({ actor }) {
      await renewSession(actor);
      return json({ status: 'OK' });
    }
  })
});
