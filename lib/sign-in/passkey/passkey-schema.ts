import { z } from 'zod';
import { NO_CARD_NUMBER } from '../../core/entry/plain-text';
import { passwordSchema } from '../password/password-schema';

const base64url = (max: number) =>
  z
    .string('required')
    .max(max, 'too.long')
    .regex(/^[A-Za-z0-9_-]+$/, 'invalid.entry');

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key', 'invalid.entry'),
  clientExtensionResults: z.object({})
};

/** The browser's data of a new passkey (WebAuthn section 5.1, RegistrationResponseJSON), as far as it is used. */
export const newPasskeySchema = z.object({
  name: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(60, 'too.long')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'invalid.entry')
    .refine(...NO_CARD_NUMBER),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(12_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/, 'invalid.entry'))
        .max(10, 'too.long')
        .optional()
    })
  })
});

/** The request to add a passkey, confirmed by the password. */
export const passkeyOptionsSchema = z.object({ password: passwordSchema });

/** The browser's answer to a sign-in challenge (AuthenticationResponseJSON). */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: base64url(100)
  })
});

export type NewPasskey = z.output<typeof newPasskeySchema>;
export type Assertion = z.output<typeof assertionSchema>;
