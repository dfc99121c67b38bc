import type { Principal } from '@/lib/access/policy/principal';
import { secretPlace } from '@/lib/access/settings/setting-value';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { encrypt } from '@/lib/core/secrets/encryption';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import type { TestDatabase } from './database';
import { ORIGIN } from './module-world';
import { anOffer, aRequest } from './purchasing';
import { granted } from './results';
import { withSetting } from './settings';
import type { StructureNode } from './structure';

export const STRIPE_KEY = 'rk_test_a1b2c3';
export const CARDHOLDER = 'ich_1A2b3C';

export const WEBHOOK_SECRET = 'whsec_4fK2';

/** Keeps a secret of an issuer as its configuration does. */
export async function withSecret(
  database: TestDatabase,
  { id: issuerId }: StructureNode,
  key: 'simulated.signing.key' | 'stripe.key' | 'stripe.webhook.secret',
  secret: string
): Promise<void> {
  const sealed = encrypt('setting', Buffer.from(secret), secretPlace(issuerId, issuerId, key));
  await withSetting(database, { issuerId }, key, sealed.toString('base64'));
}

/** Has an issuer issue its cards at Stripe, which asks about each authorization. */
export async function atStripe(database: TestDatabase, issuer: StructureNode): Promise<void> {
  const { id: issuerId } = issuer;
  await withSetting(database, { issuerId }, 'card.processor', 'stripe');
  await withSetting(database, { issuerId }, 'stripe.cardholder', CARDHOLDER);
  await withSecret(database, issuer, 'stripe.key', STRIPE_KEY);
  await withSecret(database, issuer, 'stripe.webhook.secret', WEBHOOK_SECRET);
}

/** Has what is queued of one topic due now, and the rest later. */
export const due = (database: TestDatabase, topic = 'card.processor') =>
  database.query(
    "UPDATE outbox SET available_at = CASE WHEN topic = $1 THEN now() ELSE now() + interval '1 hour' END WHERE status = 'queued'",
    [topic]
  );

/** Works on what processors are told: once, or until nothing is left. */
export async function told(database: TestDatabase, times = Number.POSITIVE_INFINITY): Promise<void> {
  const handler = outboxHandlers['card.processor'] as OutboxHandlers[string];
  for (let time = 0; time < times; time += 1) {
    await due(database);
    if (!(await workOnce({ 'card.processor': handler }))) return;
  }
}

interface People {
  company: StructureNode;
  requester: Principal;
  approver: Principal;
  administrator: Principal;
}

/** A pending request for a card with one limit of its own: its id. */
export async function aPendingRequest(
  { company, requester, approver: _, administrator }: People,
  options: Parameters<typeof anOffer>[2] = {}
): Promise<string> {
  const offered = await anOffer(administrator, company, options);
  const id = await aRequest(requester, offered);
  const request = await seenRequest(requester, id);
  granted(await submitRequest(requester, { id, version: request?.version ?? 0 }, ORIGIN));
  return id;
}

/** Lets its approver decide on it. */
export async function approved({ requester, approver }: People, id: string) {
  const request = await seenRequest(requester, id);
  return approveRequest(approver, { id, version: request?.version ?? 0 }, null, ORIGIN);
}
