import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { ProviderInput } from './schema';

interface Common {
  id: string;
  brandName: string;
  issuer: string;
}
export type OidcProvider = Common & { kind: 'oidc'; clientId: string; clientSecret: string };
export type SamlProvider = Common & { kind: 'saml'; signInUrl: string; certificates: string[] };

/** The identity provider of a brand; a brand has at most one. */
export type IdentityProvider = OidcProvider | SamlProvider;

const secretPlace = (id: string) => `identity_provider/${id}`;

/** The provider of a brand, or null. */
export async function providerOf(brandName: string): Promise<IdentityProvider | null> {
  const row = await database().identityProvider.findUnique({ where: { brandName } });
  if (!row) return null;
  const { id, kind, issuer, clientId, clientSecretEncrypted: sealed, signInUrl, certificates } = row;
  if (kind === 'saml') return { id, brandName, kind, issuer, signInUrl: signInUrl ?? '', certificates };
  const clientSecret = decrypt('federation', sealed ?? new Uint8Array(), secretPlace(id)).toString('utf8');
  return { id, brandName, kind, issuer, clientId: clientId ?? '', clientSecret };
}

/**
 * Sets a brand's provider: its sign-in page redirects there from now on (P2.025). Links belong to the subjects of one
 * issuer: a provider with another issuer replaces the previous one, and its links are deleted.
 */
export async function saveProvider(brandName: string, input: ProviderInput, origin: Origin): Promise<void> {
  await transaction(async (tx) => {
    const old = await tx.identityProvider.findUnique({ where: { brandName } });
    const same = old?.kind === input.kind && old.issuer === input.issuer ? old : null;
    if (old && !same) await tx.identityProvider.delete({ where: { brandName } });
    const id = same?.id ?? newId();
    const row = { brandName, kind: input.kind, issuer: input.issuer, savedAt: now(), ...ownFields(input, id) };
    await tx.identityProvider.upsert({ where: { id }, create: { id, ...row }, update: row });
    await appendAudit(tx, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: 'identity_provider.saved',
      entity: 'identity_provider',
      entityId: id,
      details: { brand: brandName, kind: input.kind, issuer: input.issuer }
    });
  });
}

function ownFields(input: ProviderInput, id: string) {
  if (input.kind === 'saml') return { signInUrl: input.signInUrl, certificates: input.certificates };
  return {
    clientId: input.clientId,
    clientSecretEncrypted: encrypt('federation', Buffer.from(input.clientSecret), secretPlace(id)),
    clientSecretKeyId: KEY_ID
  };
}

/** Removes a brand's provider with its links; its sign-in page asks for a password again. False if it had none. */
export async function removeProvider(brandName: string, origin: Origin): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx.identityProvider.deleteMany({ where: { brandName } });
    if (count === 0) return false;
    await appendAudit(tx, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: 'identity_provider.removed',
      entity: 'identity_provider',
      details: { brand: brandName }
    });
    return true;
  });
}
