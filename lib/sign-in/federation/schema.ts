import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { config } from '../../core/server/config';

const LOOPBACK = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether an address is plain HTTP on this machine: for development and tests only. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return config().TESSERA_MODE !== 'production' && protocol === 'http:' && LOOPBACK.test(hostname);
}

const address = z
  .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
  .max(1024)
  .refine((value) => value.startsWith('https:') || isLoopback(value), 'must be an https address');

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem).publicKey);
  } catch {
    return false;
  }
}

/** An identity provider as an operator configures it (docs/operations.md, "Federated sign-in"). */
export const providerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('oidc'),
    issuer: address,
    clientId: z.string().min(1).max(255),
    clientSecret: z.string().min(16).max(500)
  }),
  z.strictObject({
    kind: z.literal('saml'),
    /** The provider's entity id. */
    issuer: z.string().min(1).max(1024),
    signInUrl: address,
    /** PEM; more than one while the provider changes its key. */
    certificates: z.array(z.string().refine(isCertificate, 'must be a certificate in PEM')).min(1).max(5)
  })
]);

export type ProviderInput = z.output<typeof providerSchema>;

/** A provider's name for a user: at most 255 characters (OpenID Connect Core section 2, SAML Core section 8.3.7). */
export const subjectSchema = z.string().trim().min(1, 'required').max(255, 'too.long');
