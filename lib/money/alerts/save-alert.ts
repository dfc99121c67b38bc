import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { programFeatures } from '../../directory/programs/features';
import { hearsOf } from '../suppliers/integrators';
import { type Alert, ownAlert } from './alerts';
import { alertPlace } from './places';
import { pickedTold, toldBy } from './recipients';
import { type AlertEntry, OF_ANSWERS } from './schema';

/** The most alerts of one user. */
const MOST_ALERTS = 50;

/** Why the principal can't set up alerts at all, or null. */
export async function alertFault(principal: Principal): Promise<Refusal | null> {
  const has = may(principal, 'alerts', 'modify') && (await programFeatures(principal)).has('alerts');
  return has ? null : { code: 'forbidden.action' };
}

/** Sets up an alert for people in the principal's scope (C2.027). Returns its id. */
export function createAlert(principal: Principal, entry: AlertEntry, origin: Origin): Promise<Result<string>> {
  return saving(principal, async (tx) => {
    const { issuerId, userId, assignmentId, brandName } = principal;
    if (assignmentId === null) return refused({ code: 'forbidden.action' });
    if ((await tx.spendingAlert.count({ where: { issuerId, ownerUserId: userId } })) >= MOST_ALERTS)
      return refused({ code: 'alert.many', params: { most: MOST_ALERTS } });
    const told = await checked(tx, principal, entry, null);
    if (!told.ok) return told;
    const id = newId();
    await tx.spendingAlert.create({
      data: {
        issuerId,
        id,
        ownerUserId: userId,
        assignmentId,
        brandName,
        name: entry.name,
        nodeId: entry.nodeId,
        integratorId: entry.integratorId,
        createdAt: now(),
        updatedAt: now()
      }
    });
    await addRule(tx, issuerId, id, entry);
    await addRecipients(tx, issuerId, id, told.value);
    await record(tx, principal, origin, 'spending_alert.created', id, changesBetween({}, shown(entry)));
    return accepted(id);
  });
}

/**
 * Changes one of the principal's own alerts (C6.026). What it says from now on is a rule of its own: it can fire again in a
 * period in which the earlier one has fired.
 */
export function changeAlert(
  principal: Principal,
  { id, version, entry }: { id: string; version: number; entry: AlertEntry },
  origin: Origin
): Promise<Result<string>> {
  return saving(principal, async (tx) => {
    const before = await ownAlert(principal, id, tx);
    if (!before) return refused({ code: 'not.found' });
    const people = await toldBy(principal, id, tx);
    const told = await checked(tx, principal, entry, before, people);
    if (!told.ok) return told;
    const { issuerId, assignmentId } = principal;
    const { count } = await tx.spendingAlert.updateMany({
      where: { issuerId, id, version },
      data: {
        name: entry.name,
        nodeId: entry.nodeId,
        integratorId: entry.integratorId,
        version: { increment: 1 },
        updatedAt: now(),
        ...(assignmentId && { assignmentId })
      }
    });
    if (count === 0) return refused({ code: 'record.changed', params: { version: before.version } });
    if (isOther(before, entry)) {
      await tx.spendingAlertRule.updateMany({
        where: { issuerId, alertId: id, replacedAt: null },
        data: { replacedAt: now() }
      });
      await addRule(tx, issuerId, id, entry);
    }
    await tx.spendingAlertRecipient.deleteMany({ where: { issuerId, alertId: id } });
    await addRecipients(tx, issuerId, id, told.value);
    const was = { ...shown({ ...before, recipients: people.map(({ userId }) => userId) }) };
    await record(tx, principal, origin, 'spending_alert.changed', id, changesBetween(was, shown(entry)));
    return accepted(id);
  });
}

/** Saves while no other alert of the same user is saved: names and the number of alerts are checked. */
async function saving(
  principal: Principal,
  write: (tx: Transaction) => Promise<Result<string>>
): Promise<Result<string>> {
  const fault = await alertFault(principal);
  if (fault) return refused(fault);
  return transaction(async (tx) => {
    const key = `spending alerts/${principal.issuerId}/${principal.userId}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${key}))`;
    return write(tx);
  });
}

/** The ids of those to be told, if the name is free and the place is in the principal's part. */
async function checked(
  tx: Transaction,
  principal: Principal,
  { name, nodeId, measure, recipients, integratorId }: AlertEntry,
  before: Alert | null,
  people: Awaited<ReturnType<typeof toldBy>> = []
): Promise<Result<string[]>> {
  const { issuerId, userId } = principal;
  const isTaken = await exists(tx)`
    SELECT 1 FROM spending_alerts s WHERE s.issuer_id = ${issuerId}::uuid AND s.owner_user_id = ${userId}::uuid
      AND s.name = ${name} AND s.id IS DISTINCT FROM ${before?.id ?? null}::uuid`;
  if (isTaken) return refused({ code: 'name.taken', field: 'name' });
  if (nodeId !== before?.nodeId && !(await alertPlace(principal, nodeId, tx)))
    return refused({ code: 'alert.place.gone', field: 'nodeId' });
  if (OF_ANSWERS.includes(measure) && !may(principal, 'authorization_activity', 'view'))
    return refused({ code: 'forbidden.action', field: 'measure' });
  const isNew = integratorId !== before?.integratorId || nodeId !== before?.nodeId;
  if (integratorId && isNew && !(await hearsOf(tx, { issuerId, id: integratorId, nodeId })))
    return refused({ code: 'alert.integrator.gone', field: 'integratorId' });
  return pickedTold(tx, principal, recipients, people);
}

type Rule = Omit<AlertEntry, 'name' | 'recipients' | 'integratorId'>;

const ruleOf = ({
  nodeId,
  measure,
  amount,
  currency,
  percent,
  period,
  early,
  categories,
  merchant,
  ...rule
}: Rule) => ({
  nodeId,
  measure,
  currency,
  percent,
  period,
  early,
  categories: [...categories].sort().join(', '),
  merchant,
  countries: [...rule.countries].sort().join(', '),
  days: rule.days,
  fromTime: rule.fromTime,
  toTime: rule.toTime,
  weekends: rule.weekends,
  timeZone: rule.timeZone,
  amount: amount && String(Number(amount) === 0 ? amount : trimmed(amount))
});
/** An exact amount as the database writes it. */
const trimmed = (amount: string) =>
  (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount).replace(/^0+(?=\d)/, '');

const isOther = (before: Rule, entry: Rule) => JSON.stringify(ruleOf(before)) !== JSON.stringify(ruleOf(entry));

const shown = ({ name, recipients, integratorId, ...rule }: AlertEntry) => ({
  name,
  ...ruleOf(rule),
  recipients,
  integratorId
});

const addRule = (tx: Transaction, issuerId: string, alertId: string, entry: AlertEntry) => {
  const { measure, amount, currency, percent, period, early, categories, merchant, countries, days } = entry;
  const { fromTime, toTime, weekends, timeZone } = entry;
  return tx.spendingAlertRule.create({
    data: {
      issuerId,
      id: newId(),
      alertId,
      measure,
      amount,
      currency,
      percent,
      period,
      early,
      categories,
      merchant,
      countries,
      days,
      fromTime,
      toTime,
      weekends,
      timeZone,
      since: now()
    }
  });
};

const addRecipients = (tx: Transaction, issuerId: string, alertId: string, userIds: readonly string[]) =>
  tx.spendingAlertRecipient.createMany({ data: userIds.map((userId) => ({ issuerId, alertId, userId })) });

const record = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: 'spending_alert.created' | 'spending_alert.changed',
  entityId: string,
  details: ReturnType<typeof changesBetween>
) =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    action,
    entity: 'spending_alert',
    entityId,
    details
  });
