import { randomInt } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import type { Brand } from '../../brand/brands/directory';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { keyFor } from '../../core/secrets/keys';
import { type Account, accountOf } from '../account/accounts';
import { queueSecurityNotice } from '../account/security-notice';
import { hashPassword, verifyPassword } from '../password/password-hash';
import { type Actor, endOtherSessions } from '../session/sessions';
import { type Token, tokenOf } from './tokens';

/** The status text of a refused PIN (P8.014). */
export const INVALID_PIN = 'INVALID_PIN';
const PENDING_SECONDS = 300;

/** The reason that a text can't be a PIN, as a message key, or null: four digits, no leading 0 (P5.014, P9.002). */
export function pinFormatFault(pin: string): 'pin.four.digits' | 'pin.leading.zero' | null {
  if (!/^\d{4}$/.test(pin)) return 'pin.four.digits';
  return pin.startsWith('0') ? 'pin.leading.zero' : null;
}

/** Whether a PIN is easily guessed: one digit four times, or a run up or down. */
function isWeakPin(pin: string): boolean {
  return /^(.)\1{3}$/.test(pin) || '0123456789'.includes(pin) || '9876543210'.includes(pin);
}

/** A random first PIN of a token (CD.70), from the PINs that its user could choose. */
export function newFirstPin(): string {
  const pin = String(randomInt(1_000, 10_000));
  return isWeakPin(pin) ? newFirstPin() : pin;
}

const sealOptions = () => ({ password: keyFor('pending-pin').toString('base64'), ttl: PENDING_SECONDS });

/** Seals a PIN for storage in the browser: only the server can read it, for five minutes and for this user (PD.18). */
export function sealPendingPin({ issuerId, userId }: Actor, pin: string): Promise<string> {
  return sealData({ issuerId, userId, pin }, sealOptions());
}

async function openPendingPin({ issuerId, userId }: Actor, sealed: string): Promise<string | null> {
  const content = await unsealData<{ issuerId?: string; userId?: string; pin?: string }>(sealed, sealOptions());
  return content.issuerId === issuerId && content.userId === userId ? (content.pin ?? null) : null;
}

/** The token of a user if it is in new-PIN mode and the PIN is neither weak nor the present one. */
async function tokenTaking(pin: string, account: Account, origin: Origin): Promise<Token | null> {
  const token = await tokenOf(account);
  const isCurrent = await verifyPassword(pin, token?.pinHash ?? undefined, account, origin);
  return token?.status === 'new_pin' && !isCurrent && !isWeakPin(pin) ? token : null;
}

/** Whether `setPin` would accept a PIN; checked before using up a passcode. @throws HashingBusy */
export async function isPinGood(actor: Actor, pin: string, origin: Origin): Promise<boolean> {
  return (await tokenTaking(pin, await accountOf(actor), origin)) !== null;
}

/**
 * Sets the PIN of a token in new-PIN mode, as four digits or from `sealPendingPin` (P7.025). Ends all sessions of the
 * user, who signs in again with it (P4.028). @throws HashingBusy
 */
export async function setPin(
  actor: Actor,
  newPin: string,
  { brand, locale }: { brand: Brand; locale: string },
  origin: Origin
): Promise<Result<null>> {
  const pin = newPin.length > 4 ? await openPendingPin(actor, newPin) : newPin;
  const fault = pin === null ? 'invalid.pin' : pinFormatFault(pin);
  if (pin === null || fault) return refused({ code: 'invalid.pin', field: 'newPin', message: fault ?? 'invalid.pin' });
  const account = await accountOf(actor);
  const token = await tokenTaking(pin, account, origin);
  if (!token) return refused({ code: 'invalid.pin', field: 'newPin' });
  const hash = await hashPassword(pin, account, origin);
  return transaction(async (tx) => {
    const { count } = await tx.hardwareToken.updateMany({
      where: { issuerId: token.issuerId, id: token.id, status: 'new_pin' },
      data: { pinHash: hash, status: 'active' }
    });
    if (count !== 1) return refused({ code: 'invalid.pin', field: 'newPin' });
    await endOtherSessions(tx, actor, null);
    await queueSecurityNotice(tx, 'token_pin_changed', account, { brand, locale });
    await appendAudit(tx, origin, {
      issuerId: account.issuerId,
      actorUserId: account.id,
      action: 'token.pin_changed',
      entity: 'hardware_token',
      entityId: token.id
    });
    return accepted(null);
  });
}

/** Gives a user's token a new first PIN, which must be changed at the next sign-in and can't be read again. */
export async function resetPin(tx: Transaction, account: Account, origin: Origin): Promise<string> {
  const { issuerId, id: userId } = account;
  const firstPin = newFirstPin();
  const pinHash = await hashPassword(firstPin, account, origin);
  await tx.hardwareToken.updateMany({
    where: { issuerId, userId, status: { not: 'revoked' } },
    data: { pinHash, status: 'new_pin' }
  });
  return firstPin;
}
