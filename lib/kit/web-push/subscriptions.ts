import { z } from 'zod';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { daysLater } from '../../core/calendar/days';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { outsideOf } from '../../core/http/outside-address';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { newId } from '../../core/secrets/ids';
import { keyedHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';

/** The most browsers of one person; a further one replaces the one that is on for the longest. */
export const MOST_BROWSERS = 10;
/** A browser whose person doesn't turn it on again is forgotten after so many days. */
const LONGEST_DAYS = 365;
const MOST_ADDRESS = 1_024;

const bytes = (length: number) =>
  z
    .base64url('invalid.entry')
    .max(200, 'invalid.entry')
    .refine((text) => Buffer.from(text, 'base64url').length === length, 'invalid.entry');

/** What a browser's push manager hands out (W3C Push API): an address at its push service, and the keys in base64url. */
export const subscriptionSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https$/, error: 'invalid.entry' }).max(MOST_ADDRESS, 'invalid.entry'),
  p256dh: bytes(65),
  auth: bytes(16),
  /** The instant at which it ends, in milliseconds; null: the push service doesn't say. */
  expirationTime: z.number().nullable().default(null)
});
export type Subscription = z.input<typeof subscriptionSchema>;

interface Owner {
  issuerId: string;
  userId: string;
}

const placeOf = (issuerId: string, id: string) => `push_subscriptions/${issuerId}/${id}`;
const hashOf = (endpoint: string) => keyedHash('push-endpoint', endpoint);

/** Whether notices of a user reach a browser. */
export const isPushed = async ({ issuerId, userId }: Owner, endpoint: string): Promise<boolean> =>
  (await database().pushSubscription.count({
    where: { issuerId, userId, endpointHash: hashOf(endpoint), expiresAt: { gt: now() } }
  })) > 0;

/**
 * Has a user's notices reach a browser, too, by that user. It was another person's on the same machine at most until now.
 * Refuses an address that isn't of the public internet, as for webhooks.
 */
export async function turnOnPush(
  { issuerId, userId }: Owner,
  entry: Subscription,
  origin: Origin
): Promise<Result<null>> {
  const parsed = subscriptionSchema.safeParse(entry);
  if (!parsed.success || typeof (await outsideOf(new URL(parsed.data.endpoint))) === 'string')
    return refused({ code: 'invalid.entry' });
  const { expirationTime, ...subscription } = parsed.data;
  const longest = daysLater(now(), LONGEST_DAYS);
  const expiresAt = expirationTime === null ? longest : new Date(Math.min(expirationTime, longest.getTime()));
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`push subscriptions/${issuerId}`}, 0))`;
    const endpointHash = hashOf(subscription.endpoint);
    await tx.pushSubscription.deleteMany({ where: { issuerId, endpointHash } });
    const before = await tx.pushSubscription.findMany({
      where: { issuerId, userId },
      orderBy: [{ since: 'desc' }, { id: 'desc' }],
      select: { id: true }
    });
    const over = before.slice(MOST_BROWSERS - 1).map(({ id }) => id);
    await tx.pushSubscription.deleteMany({ where: { issuerId, id: { in: over } } });
    const id = newId();
    const sealed = encrypt('push-subscription', Buffer.from(JSON.stringify(subscription)), placeOf(issuerId, id));
    const since = now();
    await tx.pushSubscription.create({ data: { issuerId, id, userId, endpointHash, sealed, since, expiresAt } });
    await record(tx, { issuerId, userId }, origin, 'push.turned_on');
  });
  return accepted(null);
}

/** Ends it again, for one browser. */
export async function turnOffPush({ issuerId, userId }: Owner, endpoint: string, origin: Origin): Promise<void> {
  await transaction(async (tx) => {
    const where = { issuerId, userId, endpointHash: hashOf(endpoint) };
    const { count } = await tx.pushSubscription.deleteMany({ where });
    if (count > 0) await record(tx, { issuerId, userId }, origin, 'push.turned_off');
  });
}

/** Ends it for all of a user's browsers. */
export async function turnOffAllPush({ issuerId, userId }: Owner, origin: Origin): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.pushSubscription.deleteMany({ where: { issuerId, userId } });
    if (count > 0) await record(tx, { issuerId, userId }, origin, 'push.turned_off');
  });
}

const record = (
  tx: Transaction,
  { issuerId, userId }: Owner,
  origin: Origin,
  action: 'push.turned_on' | 'push.turned_off'
) => appendAudit(tx, origin, { issuerId, actorUserId: userId, action, entity: 'user', entityId: userId });

/** The ids of the browsers that a user's notices reach. */
export const pushedTo = async ({ issuerId, userId }: Owner, tx: Transaction): Promise<string[]> => {
  const where = { issuerId, userId, expiresAt: { gt: now() } };
  return (await tx.pushSubscription.findMany({ where, select: { id: true } })).map(({ id }) => id);
};

/** One browser's address and keys; null: it was turned off. */
export async function openSubscription(
  tx: Transaction,
  issuerId: string,
  id: string
): Promise<Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'> | null> {
  const row = await tx.pushSubscription.findUnique({ where: { issuerId_id: { issuerId, id } } });
  if (!row) return null;
  return subscriptionSchema.parse(
    JSON.parse(decrypt('push-subscription', row.sealed, placeOf(issuerId, id)).toString('utf8'))
  );
}

/** Forgets browsers that are past their expiry. */
export async function forgetSubscriptions(): Promise<void> {
  await database().pushSubscription.deleteMany({ where: { expiresAt: { lte: now() } } });
}
