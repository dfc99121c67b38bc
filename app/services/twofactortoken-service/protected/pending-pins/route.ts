import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { pinFormatFault, sealPendingPin } from '@/lib/sign-in/token/token-pin';

const schema = z.object({
  newPin: z
    .string('required')
    .trim()
    .superRefine((pin, context) => {
      const fault = pinFormatFault(pin);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .meta({ description: 'Four digits that do not begin with 0.' })
});

/** Seals a new PIN, so that a browser can store it until the passcode is verified (PD.18): `{pendingPin}`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'sealPin',
      tag: 'Token',
      summary: 'Seals a new PIN, so that a client may keep it until the passcode is proved',
      rules: ['P9.002'],
      answers: {
        200: {
          description: 'Good for five minutes, and for this user.',
          schema: z.strictObject({ pendingPin: z.string().max(2_000) })
        }
      },
      example: { body: { newPin: '2468' } }
    },

    auth: actorAt('new_pin'),
    csrf: 'token',
    body: { kind: 'json', schema, limit: 1_024 },
    handle: async ({ body, actor }) => json({ pendingPin: await sealPendingPin(actor, body.newPin) })
  })
});
