import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { FORM_TYPES, passwordSchema } from '@/lib/identity/sign-in';
import { aliasOf } from '@/lib/identity/user-id';
import { enterFrontDoor, frontDoorAnswer } from './front-door';

const schema = z.object({
  username: z.string('required').trim().min(1, 'required').max(80, 'too.long'),
  password: passwordSchema,
  'login-form-type': z.enum(FORM_TYPES, 'invalid.entry'),
  // What the next-token page hands back from its address (P9.017).
  authn_attempt_id: z.string().max(100, 'too.long').optional(),
  in_response_to: z.string().max(100, 'too.long').optional(),
  referral_path: z.string().max(500, 'too.long').optional()
});

/**
 * The front door (P7.014, PD.8): a form in, the address the browser goes to out, as text. The next-token
 * step answers with a redirect instead, since its clients read the final address.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    body: { kind: 'form', schema, limit: 8_192 },
    async handle({ request, body }) {
      const { outcome, headers } = await enterFrontDoor(request, {
        b2BAlias: aliasOf(body.username),
        type: body['login-form-type'],
        secret: body.password,
        attemptId: body.authn_attempt_id,
        inResponseTo: body.in_response_to
      });
      if (body['login-form-type'] === 'next-token' && outcome.kind !== 'refused') {
        headers.set('location', outcome.redirect);
        return new Response(null, { status: 303, headers });
      }
      return frontDoorAnswer(request, outcome, headers);
    }
  })
});
