import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { actorAt } from '@/lib/identity/session-cookie';
import { pinFormatFault, sealPendingPin } from '@/lib/identity/token-pin';

const schema = z.object({
  newPin: z
    .string('required')
    .trim()
    .superRefine((pin, context) => {
      const fault = pinFormatFault(pin);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
});

/** Seals a new PIN, so that a browser may keep it until the passcode is proved (PD.18): `{pendingPin}`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: actorAt('new_pin'),
    csrf: 'token',
    body: { kind: 'json', schema, limit: 1_024 },
    handle: async ({ body, actor }) => json({ pendingPin: await sealPendingPin(actor, body.newPin) })
  })
});
