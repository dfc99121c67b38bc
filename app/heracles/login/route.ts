import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { aliasOf } from '@/lib/sign-in/account/user-id';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { FORM_TYPES } from '@/lib/sign-in/steps/sign-in-proof';
import { brandQuery } from '../../sdportal/brand-query';
import { enterFrontDoor, frontDoorAnswer } from './front-door';

const schema = z.object({
  username: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(80, 'too.long')
    .meta({ description: 'The b2BAlias that getLoginInfo or getUserRecord tells.' }),
  password: passwordSchema.meta({
    description:
      'The password, the one-time passcode, the passcode of the token or the response to the challenge question.'
  }),
  'login-form-type': z.enum(FORM_TYPES, 'invalid.entry'),
  // The parameters that the next-token page returns from its address (P9.017).
  authn_attempt_id: z.string().max(100, 'too.long').optional(),
  in_response_to: z.string().max(100, 'too.long').optional(),
  recognize: z
    .literal('yes', 'invalid.entry')
    .optional()
    .meta({ description: 'With `challenge`: no question follows the password in this browser for 30 days.' }),
  referral_path: z.string().max(500, 'too.long').optional().meta({ description: 'Taken, and not used.' })
});

/**
 * The front door (P7.014, PD.8): takes a form and returns the browser's next address as text. The next-token step
 * redirects instead, because its clients read the final address.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'signIn',
      tag: 'Sign-in',
      summary: 'The front door: one step of a sign-in',
      description:
        'The address in the answer is where a browser goes next: the workspace, the page of the next step (passcode, challenge question, soft token, new PIN, next token, change of password), or the page for a locked user. Six failures in a row lock. Nothing tells whether an alias exists.',
      rules: ['P7.014', 'P3.025', 'P3.026', 'P9.017'],
      answers: {
        200: {
          description: 'The address to go to.',
          type: ['text/plain'],
          headers: { 'Set-Cookie': 'The session, its anti-forgery value and the user id, where the step was right.' }
        },
        303: {
          description: 'The same for `next-token`, whose clients read the final address.',
          headers: { Location: 'The address to go to.', 'Set-Cookie': 'As with 200.' }
        }
      },
      refusals: {
        401: 'The factor is wrong, or the step before it is missing.',
        429: 'Too many failures from this address or for this alias.',
        503: 'More sign-ins are waiting than the server can take.'
      },
      example: {
        body: {
          username: '0123456789abcdef0123456789abcdef',
          password: 'Cedar-Lantern-42',
          'login-form-type': 'password'
        }
      }
    },

    csrf: 'browser',
    body: { kind: 'form', schema, limit: 8_192 },
    query: brandQuery,
    async handle({ request, body }) {
      const { outcome, headers } = await enterFrontDoor(request, {
        b2BAlias: aliasOf(body.username),
        type: body['login-form-type'],
        secret: body.password,
        attemptId: body.authn_attempt_id,
        inResponseTo: body.in_response_to,
        recognize: body.recognize === 'yes'
      });
      if (body['login-form-type'] === 'next-token' && outcome.kind !== 'refused') {
        headers.set('location', outcome.redirect);
        return new Response(null, { status: 303, headers });
      }
      return frontDoorAnswer(request, outcome, headers);
    }
  })
});
