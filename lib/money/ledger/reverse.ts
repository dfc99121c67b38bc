import { z } from 'zod';
import { keptPrincipal, keptPrincipalSchema, may, type Principal, principalAgain } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { within } from '../../access/policy/scope';
import { type Origin, originSchema } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { atNode } from '../../directory/structure/reads/joins';
import type { JobHandler } from '../../kit/jobs/job-run';
import { startJob } from '../../kit/jobs/start-job';
import { askFault } from '../../kit/states/ask-fault';
import type { Outcome } from '../transactions/change-state';
import { exportsOf, markReversed } from '../transactions/export-transactions';
import { atTransaction, takenByExport } from '../transactions/reads/joins';
import { recordEvents, recordEventsOf } from '../transactions/record-events';
import { TRANSACTION } from '../transactions/states';
import { heldTransactions, transactionColumns } from '../transactions/transactions';
import { heldExport } from './exports';
import { inTaken, TAKEN, take } from './taken';

export const REVERSAL_JOB = 'ledger.reversal';

const EVENT = 'reverse_export';
const { from, to, needs } = TRANSACTION.events[EVENT];
const CHANGE = { 'before.state': from[0], 'after.state': to };

/** The payload of the job. */
export const reversalPayload = z.object({
  exportId: z.guid(),
  reason: z.string(),
  principal: keptPrincipalSchema,
  origin: originSchema
});
type ReversalPayload = z.output<typeof reversalPayload>;

/**
 * Starts the reversal of a whole export: its transactions return to approved, and the next export includes them
 * (CD.30).
 */
export function startReversal(
  principal: Principal,
  { exportId, reason }: { exportId: string; reason: string },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, ...needs)) return refused({ code: 'forbidden.action' });
    const held = await heldExport(tx, principal, exportId);
    if (!held) return refused({ code: 'not.found' });
    if (held.expiredAt) return refused({ code: 'ledger.expired' });
    if (held.status !== 'exported' || held.reversedCount === held.count) return refused({ code: 'ledger.nothing' });
    const payload: ReversalPayload = { exportId, reason, principal: keptPrincipal(principal), origin };
    const job = await startJob(tx, principal, { kind: REVERSAL_JOB, nodeId: held.nodeId, payload });
    if (!job.ok) return job;
    const { issuerId } = principal;
    await tx.ledgerExport.updateMany({ where: { issuerId, id: exportId }, data: { reversalJobId: job.value } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'ledger_export.reversal_started',
      entity: 'ledger_export',
      entityId: exportId,
      nodeId: held.nodeId,
      details: { number: held.number, reason }
    });
    return accepted(null);
  });
}

/** Reverses a whole export in one transaction; transactions no longer in the requester's scope stay exported. */
export const runReversal: JobHandler<ReversalPayload> = async (run) => {
  const { exportId, reason, principal: kept, origin } = run.job.payload;
  const principal = await principalAgain(kept);
  if (!principal || !may(principal, ...needs)) return refused({ code: 'user.not.authorized' });
  return inTaken(async (tx) => {
    const held = await heldExport(tx, principal, exportId);
    if (!held) return refused({ code: 'not.found' });
    const { issuerId, nodeId } = held;
    const count = await take(tx, stillIn(principal, issuerId, exportId));
    if (count === 0) return accepted({ exportId });
    await run.save({ done: 0, total: count });
    await markReversed(tx, TAKEN, count);
    await countReversed(tx, issuerId, exportId, count);
    await run.confirm(tx);
    const details = { ...CHANGE, export: exportId };
    await recordEventsOf(tx, principal, origin, {
      event: EVENT,
      keys: TAKEN,
      issuerId,
      nodeId,
      reason,
      details
    });
    return accepted({ exportId });
  });
};

const stillIn = ({ scope }: Principal, issuerId: string, exportId: string) => Prisma.sql`
  SELECT t.issuer_id, t.posting_date, t.id
  FROM ${takenByExport(issuerId, exportId)} e ${atTransaction('e')}
  ${atNode('t.account_id')}
  WHERE t.exported_in = ${exportId}::uuid AND ${within(scope, transactionColumns)}
  ORDER BY t.issuer_id, t.posting_date, t.id`;

/** Reverses selected transactions of any exports, each independently. */
export async function reverseTransactions(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[],
  reason: string | undefined,
  origin: Origin
): Promise<Outcome> {
  const all = (refusal: Refusal): Outcome => ({ done: [], refused: ids.map((id) => ({ id, refusal })) });
  const fault = askFault(TRANSACTION, EVENT, principal, reason);
  if (fault) return all(fault);
  const exportOf = await heldExportsOf(tx, principal, ids);
  const held = await heldTransactions(tx, principal, ids);
  const taken = held.filter(({ state, id }) => !TRANSACTION.refusal(EVENT, state) && exportOf.has(id));
  if (taken.length > 0) {
    const keys = taken.map(({ issuerId, postingDate, id }) => ({ issuer_id: issuerId, posting_date: postingDate, id }));
    await markReversed(
      tx,
      Prisma.sql`(SELECT * FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS r (issuer_id uuid, posting_date date, id uuid))`,
      taken.length
    );
    for (const [exportId, rows] of groupBy(taken, ({ id }) => exportOf.get(id) as string))
      await countReversed(tx, principal.issuerId, exportId, rows.length);
    await recordEvents(tx, principal, origin, {
      event: EVENT,
      rows: taken,
      reason,
      details: ({ id }) => ({ ...CHANGE, export: exportOf.get(id) ?? null })
    });
  }
  const [seen, done] = [new Set(held.map(({ id }) => id)), new Set(taken.map(({ id }) => id))];
  return {
    done: [...done],
    refused: ids
      .filter((id) => !done.has(id))
      .map((id) => ({ id, refusal: { code: seen.has(id) ? TRANSACTION.events[EVENT].refusal : 'not.found' } }))
  };
}

/** Removes one transaction from its export. */
export function reverseTransaction(
  principal: Principal,
  id: string,
  { reason }: { reason: string },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const { refused: all } = await reverseTransactions(tx, principal, [id], reason, origin);
    return all[0] ? refused(all[0].refusal) : accepted(null);
  });
}

/**
 * The exports of these transactions, by id. Exports are locked first and in one order, as the reversal of a whole
 * export does.
 */
async function heldExportsOf(
  tx: Transaction,
  { issuerId }: Principal,
  ids: readonly string[]
): Promise<Map<string, string>> {
  const before = await exportsOf(tx, issuerId, ids);
  await tx.$executeRaw`
    SELECT 1 FROM ledger_exports WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...before.values()]}::uuid[])
    ORDER BY id FOR UPDATE`;
  // A transaction that was reversed and exported again meanwhile is in an export that isn't locked; transactions of a
  // locked export can't change.
  const locked = new Set(before.values());
  return new Map([...(await exportsOf(tx, issuerId, ids))].filter(([, exportId]) => locked.has(exportId)));
}

async function countReversed(tx: Transaction, issuerId: string, exportId: string, count: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE ledger_exports SET reversed_count = reversed_count + ${count}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${exportId}::uuid`;
}
