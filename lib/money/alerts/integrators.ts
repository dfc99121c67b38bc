import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, reaching, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { rowsOf } from '../../kit/setup/records-of';
import { tellIntegrator } from '../suppliers/deliveries';
import integrator from '../suppliers/entities/integrator';
import type { Firing } from './firings';

const choiceRow = z.strictObject({ id: z.string(), name: z.string(), company: z.string(), active: z.boolean() });

/** An integrator that an alert can tell, with its company. */
export type IntegratorChoice = z.infer<typeof choiceRow>;

const MOST_OFFERED = 200;
const INTEGRATORS = rowsOf(integrator);

/** The active integrators of the companies that the principal's part is of, and the one that an alert names already. */
export const integratorChoices = (
  { issuerId, scope }: Principal,
  named: string | null = null
): Promise<IntegratorChoice[]> =>
  readRows(database(), choiceRow)`
    SELECT r.id, r.name, n.name_1 AS company, r.active FROM ${INTEGRATORS} r
    JOIN nodes n ON (n.issuer_id, n.id) = (r.issuer_id, r.owner_id)
    WHERE r.issuer_id = ${issuerId}::uuid AND (r.active OR r.id = ${named}::uuid)
      AND (${within(scope, nodeColumns('n'))} OR ${reaching(scope, nodeColumns('n'))})
    ORDER BY r.name, n.name_1, r.id LIMIT ${MOST_OFFERED}`;

/**
 * The integrator of an alert, if it is active and of the company that the alert's place is in: what is spent in a company
 * goes to no other one's system.
 */
export async function integratorAt(
  tx: Transaction,
  { issuerId, id, nodeId }: { issuerId: string; id: string; nodeId: string }
): Promise<IntegratorChoice | null> {
  const [found] = await readRows(tx, choiceRow)`
    SELECT r.id, r.name, c.name_1 AS company, r.active FROM ${INTEGRATORS} r
    JOIN nodes c ON (c.issuer_id, c.id) = (r.issuer_id, r.owner_id)
    JOIN nodes n ON n.issuer_id = r.issuer_id AND n.id = ${nodeId}::uuid AND n.company_id = r.owner_id
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid AND r.active`;
  return found ?? null;
}

/** So many firings are in one delivery, whose size is bounded. */
const AT_ONCE = 20;

/** Queues what fired for an integrator, in the transaction that tells people. Nothing of a card's number is in it. */
export async function tellSystem(
  tx: Transaction,
  { issuerId, integratorId, alert }: { issuerId: string; integratorId: string; alert: { id: string; name: string } },
  firings: readonly Firing[]
): Promise<void> {
  for (let first = 0; first < firings.length; first += AT_ONCE)
    await tellIntegrator(tx, {
      ...{ issuerId, integratorId, event: 'spending_alert.fired' },
      data: { alert, firings: firings.slice(first, first + AT_ONCE).map(told) }
    });
}

const told = ({ id, measure, placeName, merchantName, amount, reached, currency, step, days, ...when }: Firing) => ({
  ...{ id, measure, place: placeName, merchant: merchantName, amount, limit: reached, currency, step, days },
  ...{ postingDate: when.postingDate, periodStart: when.periodStart, periodEnd: when.periodEnd },
  ...{ transactionId: when.transactionId, declinedAt: when.declinedAt, firedAt: when.firedAt }
});
