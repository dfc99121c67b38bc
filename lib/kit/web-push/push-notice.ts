import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { postOutside } from '../../core/http/post-outside';
import { enqueue, NotYet, type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { encryptPush } from './encrypt-push';
import { openSubscription, pushedTo } from './subscriptions';
import { vapidAuthorization } from './vapid';

const shownSchema = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** The notice; a repetition replaces it. */
  tag: z.string(),
  href: z.string()
});

/** What a browser shows: a lock screen tells everybody, so nothing here names an amount, a merchant or a number. */
export type PushedNotice = z.infer<typeof shownSchema>;

/** Queues a notice for every browser of a user, each in an entry of its own. */
export async function pushNotice(
  tx: Transaction,
  { issuerId, userId }: { issuerId: string; userId: string },
  { contact, shown }: { contact: string | null; shown: PushedNotice }
): Promise<void> {
  for (const id of await pushedTo({ issuerId, userId }, tx))
    await enqueue(tx, { issuerId, topic: 'notices.push', payload: { id, contact, shown } });
}

const payloadSchema = z.strictObject({ id: z.guid(), contact: z.string().nullable(), shown: shownSchema });

/** How long a push service keeps a message for a browser that is away. */
const KEPT_SECONDS = 86_400;
/** What a push service answers for a browser that is gone (RFC 8030, 7.3). */
const GONE = [404, 410];

/** The handler of pushed notices: sends one to one browser, encrypted. A browser that is gone is forgotten. */
export async function sendPush(tx: Transaction, { issuerId, payload }: OutboxEntry): Promise<void> {
  const { id, contact, shown } = payloadSchema.parse(payload);
  const subscription = await openSubscription(tx, issuerId, id);
  if (!subscription) return;
  const { endpoint, p256dh, auth } = subscription;
  const body = encryptPush(Buffer.from(JSON.stringify(shown)), {
    p256dh: Buffer.from(p256dh, 'base64url'),
    auth: Buffer.from(auth, 'base64url')
  });
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(KEPT_SECONDS),
    urgency: 'normal',
    authorization: await vapidAuthorization(endpoint, contact)
  };
  const came = await postOutside(endpoint, { headers, body });
  if ('fault' in came) throw new Error(`a push service: ${came.fault}`);
  const { status, retryAfter } = came;
  if (status >= 200 && status < 300) return;
  if (GONE.includes(status)) {
    await tx.pushSubscription.deleteMany({ where: { issuerId, id } });
    return;
  }
  const why = `a push service: status ${status}`;
  // What it refuses for good, it refuses again; only 429 and its own failures pass.
  if (status !== 429 && status < 500) throw new Undeliverable(why);
  throw retryAfter === undefined ? new Error(why) : new NotYet(why, retryAfter);
}
