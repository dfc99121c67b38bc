import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Brand } from '../../brand/brands/directory';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { lockUser } from '../../directory/people/reads/lock-user';
import { type Account, accountOf } from '../account/accounts';
import { queueSecurityNotice } from '../account/security-notice';
import { confirmPassword } from '../password/passwords';
import type { Actor } from '../session/sessions';
import { issueChallenge, PROMPT_MILLIS, takeChallenge } from './passkey-challenges';
import type { NewPasskey } from './passkey-schema';
import type { RelyingParty } from './relying-party';

/** The maximum number of passkeys of a user. */
export const PASSKEYS_MAX = 10;

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  /** The host name it signs in at. */
  rpId: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The actor's passkeys, oldest first. */
export function ownPasskeys({ issuerId, userId }: Actor): Promise<OwnPasskey[]> {
  return database().passkey.findMany({
    where: { issuerId, userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, rpId: true, createdAt: true, lastUsedAt: true }
  });
}

/** The user handle stored in a passkey (WebAuthn section 14.6.1): opaque, without personal data. */
export const userHandleOf = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

interface PasskeyHost {
  brand: Brand;
  locale: string;
  rp: RelyingParty;
}

/**
 * The options for creating a passkey (PublicKeyCredentialCreationOptionsJSON), confirmed by the password, so that an
 * unattended session can't add a way in. @throws HashingBusy
 */
export async function startAdding(actor: Actor, password: string, { brand, locale, rp }: PasskeyHost, origin: Origin) {
  const account = await accountOf(actor);
  // A token user signs in only with the token.
  if (account.loginType !== 'pwd') return refused({ code: 'profile.passkey.failed' });
  const place = { brand, locale, details: { type: 'add_passkey' } };
  if ((await confirmPassword(actor, account, password, place, origin)) !== 'right')
    return refused({ code: 'invalid.credentials', field: 'password' });
  const present = await database().passkey.findMany({
    where: { issuerId: actor.issuerId, userId: actor.userId, rpId: rp.id },
    select: { credentialId: true, transports: true }
  });
  const challenge = await issueChallenge(rp.id, { session: actor });
  return accepted(
    await generateRegistrationOptions({
      rpName: brand.displayName,
      rpID: rp.id,
      userName: account.userId,
      userDisplayName: account.name,
      userID: userHandleOf(account.id),
      challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
      timeout: PROMPT_MILLIS,
      attestationType: 'none',
      excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
    })
  );
}

/** Stores a new passkey that answers a challenge of the same session, and notifies its owner by mail. */
export async function addPasskey(
  actor: Actor,
  { name, credential }: NewPasskey,
  { brand, locale, rp }: PasskeyHost,
  origin: Origin
): Promise<Result<{ id: string }>> {
  const failed = refused({ code: 'profile.passkey.failed' });
  const made = await verifyRegistrationResponse({
    response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(challenge, rp.id, { session: actor }),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true
  }).catch(() => null);
  if (!made?.verified) return failed;
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential;
  const account = await accountOf(actor);
  const { issuerId, userId } = actor;
  const id = newId();
  return transaction(async (tx) => {
    // Serialized, so that two can't exceed the limit together.
    await lockUser(tx, { issuerId, id: userId });
    if ((await tx.passkey.count({ where: { issuerId, userId } })) >= PASSKEYS_MAX) {
      return refused({ code: 'profile.passkey.limit', params: { count: PASSKEYS_MAX } });
    }
    const row = {
      issuerId,
      id,
      userId,
      credentialId,
      rpId: rp.id,
      publicKey,
      signCount: counter,
      name,
      createdAt: now()
    };
    const { count } = await tx.passkey.createMany({
      data: [{ ...row, transports: credential.response.transports ?? [] }],
      skipDuplicates: true
    });
    if (count === 0) return failed;
    await tell(tx, 'added', { actor, account, brand, locale, passkeyId: id, origin });
    return accepted({ id });
  });
}

/** Removes a passkey and notifies its owner by mail. One that doesn't exist, or another user's, is no error. */
export async function removePasskey(
  actor: Actor,
  passkeyId: string,
  { brand, locale }: Pick<PasskeyHost, 'brand' | 'locale'>,
  origin: Origin
): Promise<void> {
  const account = await accountOf(actor);
  await transaction(async (tx) => {
    const { count } = await tx.passkey.deleteMany({
      where: { issuerId: actor.issuerId, userId: actor.userId, id: passkeyId }
    });
    if (count === 1) await tell(tx, 'removed', { actor, account, brand, locale, passkeyId, origin });
  });
}

interface Change {
  actor: Actor;
  account: Account;
  brand: Brand;
  locale: string;
  passkeyId: string;
  origin: Origin;
}

async function tell(
  tx: Transaction,
  what: 'added' | 'removed',
  { actor, account, brand, locale, passkeyId, origin }: Change
): Promise<void> {
  await queueSecurityNotice(tx, `passkey_${what}`, account, { brand, locale });
  await appendAudit(tx, origin, {
    issuerId: actor.issuerId,
    actorUserId: actor.userId,
    action: `passkey.${what}`,
    entity: 'passkey',
    entityId: passkeyId
  });
}
