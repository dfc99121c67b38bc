import { z } from 'zod';
import { may, type Principal, primaryPrincipal, principalAgain } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { brandOriginUnasked } from '../../brand/brands/address';
import { mailLocale } from '../../brand/mail/render';
import type { TemplateName } from '../../brand/mail/templates';
import { appendAudit } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import type { Locale } from '../../core/language/locales';
import { moneyText } from '../../core/language/money-text';
import type { OutboxEntry } from '../../core/server/outbox';
import { knownUser } from '../../directory/people/known-user';
import { brandOf } from '../../directory/people/people-mail';
import { isNodeThat } from '../../directory/structure/reads/node-that';
import { postNotice } from '../../kit/notices/post-notice';
import { hearsOf } from '../suppliers/integrators';
import { type Firing, firingsFor } from './firings';
import { pauseIfLeft } from './pause-if-left';
import { alertFault } from './save-alert';
import { OF_ANSWERS } from './schema';
import { tellSystem } from './tell-system';

const tellSchema = z.strictObject({ issuerId: z.guid(), alertId: z.guid(), firingIds: z.array(z.guid()) });
export type TellPayload = z.infer<typeof tellSchema>;

/** Up to so many firings of one booking are told of one by one; more are told of as their number. */
const MOST_SINGLE = 3;

const ORIGIN = { requestId: 'spending-alerts', address: '127.0.0.1', userAgent: '' };

const alertOf = (tx: Transaction, issuerId: string, id: string) =>
  tx.spendingAlert.findUnique({
    where: { issuerId_id: { issuerId, id } },
    include: { recipients: true, rules: { where: { replacedAt: null } } }
  });
type Told = NonNullable<Awaited<ReturnType<typeof alertOf>>>;

/**
 * The handler of what has fired: tells the people of the alert, each as they have chosen. Rights are
 * those of now: an owner who has lost the role or the place has nobody told, and each reader is told of what lies in their
 * own part only. An alert whose owner has left is paused.
 */
export async function tellFired(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { issuerId, alertId, firingIds } = tellSchema.parse(payload);
  const alert = await alertOf(tx, issuerId, alertId);
  if (!alert) return;
  const owner = await ownerOf(tx, alert);
  if (!owner) return pauseIfLeft(tx, alert, ORIGIN);
  await tellItsSystem(tx, alert, owner, firingIds);
  let told = 0;
  for (const { userId } of alert.recipients) {
    const as = { issuerId, userId, brandName: alert.brandName, sessionId: '', accessor: null };
    const reader = userId === owner.userId ? owner : await primaryPrincipal(as);
    const firings = reader ? await firingsFor(tx, reader, { issuerId, firingIds }) : [];
    if (firings.length === 0) continue;
    await tell(tx, alert, userId, firings);
    told += 1;
  }
  await appendAudit(tx, ORIGIN, {
    issuerId,
    action: 'spending_alert.fired',
    entity: 'spending_alert',
    entityId: alertId,
    nodeId: alert.nodeId,
    details: { name: alert.name, count: firingIds.length, told }
  });
}

/** Tells the alert's integrator what its owner may know of, while it is active and of the company of the alert's place. */
async function tellItsSystem(
  tx: Transaction,
  { issuerId, id, name, nodeId, integratorId }: Told,
  owner: Principal,
  firingIds: readonly string[]
): Promise<void> {
  if (!integratorId || !(await hearsOf(tx, { issuerId, id: integratorId, nodeId }))) return;
  const firings = await firingsFor(tx, owner, { issuerId, firingIds });
  await tellSystem(tx, { issuerId, integratorId, alert: { id, name } }, firings);
}

/** The owner with the role of the alert, who still has the right and the place; else null. */
async function ownerOf(
  tx: Transaction,
  { issuerId, ownerUserId: userId, assignmentId, brandName, nodeId, rules }: Told
): Promise<Principal | null> {
  const owner = await principalAgain({ issuerId, userId, assignmentId, brandName, sessionId: '', accessor: null });
  if (!owner || (await alertFault(owner))) return null;
  const isOfAnswers = rules.some(({ measure }) => (OF_ANSWERS as readonly string[]).includes(measure));
  if (isOfAnswers && !may(owner, 'authorization_activity', 'view')) return null;
  const hasPlace = await isNodeThat(tx, { issuerId, id: nodeId }, within(owner.scope, nodeColumns('n')));
  return hasPlace ? owner : null;
}

/** Where a notice leads: to the report for the alert's owner (C6.026), to what they may see for everybody else. */
function addressFor({ ownerUserId, id }: Told, userId: string, firings: readonly Firing[]): `/workspace/${string}` {
  const [only, ...others] = firings as [Firing, ...Firing[]];
  if (userId === ownerUserId)
    return others.length > 0 ? `/workspace/alerts/${id}` : `/workspace/alerts/reports/${only.id}`;
  if (only.askedAt) return '/workspace/authorizations';
  return others.length > 0 || !only.transactionId
    ? '/workspace/transactions'
    : `/workspace/transactions/${only.transactionId}`;
}

type Words =
  | { kind: 'charge' | 'declined'; params: { name: string; merchant: string; amount: string; card: string } }
  | { kind: 'unreviewed' | 'no_receipt'; params: { name: string; merchant: string; amount: string; days: number } }
  | { kind: 'total'; params: { name: string; place: string; amount: string; limit: string; step: number } }
  | { kind: 'many'; params: { name: string; count: number } };

function wordsOf({ name }: Told, firings: readonly Firing[], locale: Locale): Words {
  const [only, ...others] = firings as [Firing, ...Firing[]];
  if (others.length > 0) return { kind: 'many', params: { name, count: firings.length } };
  const amount = moneyText(locale, only.amount, only.currency);
  const merchant = only.merchantName ?? '–';
  if (only.measure === 'unreviewed' || only.measure === 'no_receipt')
    return { kind: only.measure, params: { name, merchant, amount, days: only.days ?? 0 } };
  if (only.transactionId || only.askedAt) {
    const kind = only.declinedAt ? 'declined' : 'charge';
    return { kind, params: { name, merchant, amount, card: `•••• ${only.lastFour ?? ''}` } };
  }
  const place = only.lastFour ? `${only.placeName} •••• ${only.lastFour}` : only.placeName;
  const limit = moneyText(locale, only.reached ?? only.amount, only.currency);
  return { kind: 'total', params: { name, place, amount, limit, step: only.step ?? 100 } };
}

async function tell(tx: Transaction, alert: Told, userId: string, firings: readonly Firing[]): Promise<void> {
  const { issuerId, brandName } = alert;
  const brand = await brandOf(tx, issuerId, brandName);
  const user = await knownUser(tx, { issuerId, id: userId });
  const locale = mailLocale(brand, user?.locale);
  const origin = await brandOriginUnasked(brand);
  const told = firings.length > MOST_SINGLE ? [firings] : firings.map((one) => [one]);
  for (const some of told) {
    const { kind, params } = wordsOf(alert, some, locale);
    const href = addressFor(alert, userId, some);
    const mailed = { ...params, ...(origin && { address: `${origin}${href}` }) };
    await postNotice(tx, {
      issuerId,
      userId,
      kind: `alert.${kind}`,
      params,
      href,
      mail: { template: `alert_${kind}` satisfies TemplateName, params: mailed, brandName }
    });
  }
}
