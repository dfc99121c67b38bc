import { randomBytes, randomInt } from 'node:crypto';
import type { Brand } from '../../brand/brands/directory';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { type Account, accountOf } from '../account/accounts';
import { queueSecurityNotice } from '../account/security-notice';
import { hashPassword } from '../password/password-hash';
import { endOtherSessions } from '../session/sessions';
import type { SoftTokenSeed } from './seed-file';
import { newFirstPin } from './token-pin';
import { seedPlace } from './tokens';

/** The length of the hash's output (RFC 4226 section 4, R6; RFC 6238 section 5.1). */
const SEED_BYTES = 32;

/** A user's token as its owner and administrators see it. */
export interface TokenStatus {
  serialNumber: string;
  software: boolean;
  status: 'pending' | 'new_pin' | 'active' | 'next_token';
  enrolledAt: Date;
  handedOutAt: Date | null;
}

/** The data shown once: the seed, and its first PIN (CD.70). */
export interface HandedOutToken extends SoftTokenSeed {
  firstPin: string;
}

type Owner = Pick<Account, 'issuerId' | 'id'>;

/** The unrevoked token of a user, or null. */
export async function tokenStatus({ issuerId, id: userId }: Owner): Promise<TokenStatus | null> {
  const token = await database().hardwareToken.findFirst({
    where: { issuerId, userId, status: { not: 'revoked' } },
    select: { serialNumber: true, software: true, status: true, enrolledAt: true, handedOutAt: true }
  });
  return token as TokenStatus | null;
}

/**
 * Issues a soft token with a new seed, which replaces any earlier token. Until the seed is taken the user signs in by
 * password and mailed code, to the page that hands it out.
 */
export async function issueSoftToken(
  tx: Transaction,
  account: Owner,
  origin: Origin,
  actorUserId: string = account.id
): Promise<void> {
  const { issuerId, id: userId } = account;
  const id = newId();
  const serialNumber = `ST${String(randomInt(1e12)).padStart(12, '0')}`;
  await revokeTokens(tx, account);
  await tx.hardwareToken.create({
    data: {
      issuerId,
      id,
      userId,
      serialNumber,
      status: 'pending',
      algorithm: 'SHA256',
      seedEncrypted: encrypt('token-seed', randomBytes(SEED_BYTES), seedPlace(issuerId, id)),
      seedKeyId: KEY_ID,
      enrolledAt: now(),
      software: true
    }
  });
  await appendAudit(tx, origin, {
    issuerId,
    actorUserId,
    action: 'token.issued',
    entity: 'user',
    entityId: userId,
    details: { serialNumber }
  });
}

/** Revokes a user's token: the password signs in again. */
export async function revokeTokens(tx: Transaction, { issuerId, id: userId }: Owner): Promise<void> {
  await tx.hardwareToken.updateMany({ where: { issuerId, userId }, data: { status: 'revoked' } });
  await tx.credential.updateMany({ where: { issuerId, userId }, data: { loginType: 'pwd' } });
}

/**
 * Hands out the seed of a user's waiting token, once (C2.002): to its owner, or to an administrator for them. From then
 * on the user signs in with the token, with a first PIN of its own (C4.028), and all sessions of the user end. `allow`
 * decides whether it may be handed out, and in which brand the owner is notified. @throws HashingBusy
 */
export async function handOutSeed(
  owner: { issuerId: string; userId: string },
  by: { userId: string },
  origin: Origin,
  allow: (tx: Transaction) => Promise<Result<Brand>>
): Promise<Result<HandedOutToken>> {
  const account = await accountOf(owner);
  const { issuerId, id: userId } = account;
  const firstPin = newFirstPin();
  const pinHash = await hashPassword(firstPin, account, origin);
  return transaction(async (tx) => {
    const brand = await allow(tx);
    if (!brand.ok) return brand;
    const [token] = await tx.hardwareToken.updateManyAndReturn({
      where: { issuerId, userId, status: 'pending' },
      data: { status: 'new_pin', pinHash, handedOutAt: now() },
      select: {
        id: true,
        serialNumber: true,
        seedEncrypted: true,
        user: { select: { issuer: { select: { name: true } } } }
      }
    });
    if (!token) return refused({ code: 'soft.token.taken' });
    await tx.credential.updateMany({ where: { issuerId, userId }, data: { loginType: 'token' } });
    await endOtherSessions(tx, owner, null);
    const notice = { brand: brand.value, locale: account.locale ?? '' };
    await queueSecurityNotice(tx, 'soft_token_handed_out', account, notice);
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: by.userId,
      action: 'token.handed_out',
      entity: 'user',
      entityId: userId,
      details: { serialNumber: token.serialNumber, toOwner: by.userId === userId }
    });
    return accepted({
      serialNumber: token.serialNumber,
      userId: account.userId,
      issuer: token.user.issuer.name,
      secret: decrypt('token-seed', token.seedEncrypted, seedPlace(issuerId, token.id)),
      firstPin
    });
  });
}
