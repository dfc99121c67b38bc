import { randomInt } from 'node:crypto';
import { queueMail } from '../../brand/mail/queue-mail';
import type { Mail } from '../../brand/mail/render';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { newId } from '../../core/secrets/ids';
import { keyedHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { enqueueAsked, type OutboxEntry } from '../../core/server/outbox';
import { type Limit, useOnce, waitFor } from '../../core/server/rate-limit';
import { type Account, accountByUserId, accountOf } from '../account/accounts';
import { inventedAddress, maskedAddress } from '../account/masked-address';
import { userIdKey } from '../account/user-id';
import { type Actor, renewSession } from '../session/sessions';

/** PD.11, P9.004, P9.005. */
export const PIN_MINUTES = 15;
export const PIN_TRIES = 5;
const DIGITS = 6;
/** By sign-ins and resend requests together. */
const PINS_IN_AN_HOUR = 15;

const betweenTwo: Limit = { name: 'one-time-pin-pause', points: 1, seconds: 30 };
const inAnHour: Limit = { name: 'one-time-pin-hour', points: 5, seconds: 3_600 };

const hashOf = (id: string, code: string) => keyedHash('one-time-pin', `${id}\0${code}`);

interface Delivery {
  brandName: string;
  locale: string;
}

/** The texts of a mail with a code for another purpose than a sign-in. */
type Purpose = Pick<Mail, 'template' | 'params'>;

/**
 * Issues a code and queues its mail. It voids only the previous code of the same requester: a code requested by user id
 * alone (no session) never ends one of a sign-in.
 */
export async function issuePin(
  tx: Transaction,
  account: Account,
  { brandName, locale, sessionId, purpose }: Delivery & { sessionId: string | null; purpose?: Purpose }
): Promise<void> {
  const [id, at] = [newId(), now()];
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const expiresAt = new Date(at.getTime() + PIN_MINUTES * 60_000);
  const asker = { issuerId: account.issuerId, userId: account.id, sessionId };
  await tx.oneTimePin.updateMany({ where: { ...asker, usedAt: null, voidedAt: null }, data: { voidedAt: at } });
  await tx.oneTimePin.create({ data: { ...asker, id, codeHash: hashOf(id, code), issuedAt: at, expiresAt } });
  await queueMail(tx, account.issuerId, {
    template: purpose?.template ?? 'one_time_pin',
    to: account.email,
    name: account.name,
    brandName,
    locale,
    params: { ...purpose?.params, code, minutes: PIN_MINUTES },
    expiresAt: expiresAt.toISOString()
  });
}

/**
 * Tries a code. Each try is counted before it is compared, and the codes are locked until the commit, so that parallel
 * tries can't exceed the limit or pass twice. `ofSession`: only a code that this session requested counts, not one
 * requested by user id.
 */
export async function takePin(
  tx: Transaction,
  { issuerId, userId, sessionId }: Pick<Actor, 'issuerId' | 'userId' | 'sessionId'>,
  code: string,
  { ofSession = false } = {}
): Promise<'right' | 'wrong' | 'used_up'> {
  const at = now();
  const live = await tx.oneTimePin.updateManyAndReturn({
    where: {
      issuerId,
      userId,
      OR: ofSession ? [{ sessionId }] : [{ sessionId }, { sessionId: null }],
      usedAt: null,
      voidedAt: null,
      expiresAt: { gt: at },
      tries: { lt: PIN_TRIES }
    },
    data: { tries: { increment: 1 } },
    select: { id: true, codeHash: true }
  });
  if (live.length === 0) return 'used_up';
  const right = live.find(({ id, codeHash }) => hashOf(id, code).equals(codeHash));
  if (!right) return 'wrong';
  await tx.oneTimePin.update({ where: { issuerId_id: { issuerId, id: right.id } }, data: { usedAt: at } });
  return 'right';
}

/** Voids all codes of a user: at a completed sign-in, and when the password changes. */
export async function voidPins(tx: Transaction, account: Pick<Account, 'issuerId' | 'id'>): Promise<void> {
  const { issuerId, id: userId } = account;
  await tx.oneTimePin.updateMany({
    where: { issuerId, userId, usedAt: null, voidedAt: null },
    data: { voidedAt: now() }
  });
}

/**
 * The seconds to wait before a right password may send another code, or undefined, so that its holder can't flood the
 * owner's mailbox. Only codes sent to sessions count, not requests by user id.
 */
export async function pinWait(tx: Transaction, { issuerId, id: userId }: Account): Promise<number | undefined> {
  const since = new Date(now().getTime() - inAnHour.seconds * 1000);
  const oldest = await tx.oneTimePin.findFirst({
    where: { issuerId, userId, sessionId: { not: null }, issuedAt: { gt: since } },
    orderBy: { issuedAt: 'desc' },
    skip: PINS_IN_AN_HOUR - 1,
    select: { issuedAt: true }
  });
  return oldest ? Math.ceil((oldest.issuedAt.getTime() - since.getTime()) / 1000) : undefined;
}

export type Issued = { ok: true; emailAddress: string } | { ok: false; retryAfter: number };

async function tooSoon(key: string): Promise<number | undefined> {
  return (await waitFor(inAnHour, key)) ?? (await useOnce(betweenTwo, key)) ?? (await useOnce(inAnHour, key));
}

/** Sends a new code during a sign-in (P7.008, P4.037). */
export async function resendPin(actor: Actor, delivery: Delivery, origin: Origin): Promise<Issued> {
  const account = await accountOf(actor);
  const retryAfter = await tooSoon(`session/${account.id}`);
  if (retryAfter !== undefined) return { ok: false, retryAfter };
  await transaction(async (tx) => {
    await issuePin(tx, account, { ...delivery, sessionId: actor.sessionId });
    await renewSession(actor, tx);
    await appendAudit(tx, origin, {
      issuerId: actor.issuerId,
      actorUserId: actor.userId,
      action: 'one_time_pin.issued',
      entity: 'user',
      entityId: actor.userId
    });
  });
  return { ok: true, emailAddress: pinAddress(account, account.userId) };
}

/** The masked address of a code; an invented one for an unknown user or one without an address (PD.2). */
export function pinAddress(account: Account | undefined, userId: string): string {
  return account?.email ? maskedAddress(account.email) : inventedAddress(userIdKey(userId));
}

export const PIN_TOPIC = 'one_time_pin.requested';

interface PinRequest extends Delivery {
  userIdKey: string;
  origin: Origin;
}

/**
 * Accepts a request for a code by user id alone (PD.5). This part is the same for every id; only the background part
 * depends on whether the user exists (PD.2).
 */
export async function requestPin(userId: string, delivery: Delivery, origin: Origin): Promise<Issued> {
  const key = userIdKey(userId);
  const retryAfter = await tooSoon(`public/${keyedHash('log-subject', key).toString('hex')}`);
  if (retryAfter !== undefined) return { ok: false, retryAfter };
  const account = await accountByUserId(key);
  const payload: PinRequest = { userIdKey: key, origin, ...delivery };
  await enqueueAsked(PIN_TOPIC, payload);
  return { ok: true, emailAddress: pinAddress(account, userId) };
}

/** The background part of `requestPin`. */
export async function answerPinRequest(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { userIdKey: key, origin, brandName, locale } = payload as PinRequest;
  const account = await accountByUserId(key, tx);
  if (!account || account.status === 'inactive' || account.isLinked || account.ssoOnly) return;
  await issuePin(tx, account, { brandName, locale, sessionId: null });
  await appendAudit(tx, origin, {
    issuerId: account.issuerId,
    action: 'one_time_pin.issued',
    entity: 'user',
    entityId: account.id
  });
}
