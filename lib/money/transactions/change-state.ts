import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { type Act, recordActs } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import type { ApprovalRights } from '../approvals/rights';
import { writeAllocations } from './allocations';
import { type Approval, approvalsOf } from './approvals-of';
import { writeEvents } from './record-events';
import { type Reviewable, reviewables } from './review-faults';
import { TRANSACTION, type TransactionEvent } from './states';
import { RETURNED, writeSummed } from './sums/note';
import { type CardTransaction, type HeldState, heldStates, heldTransactions } from './transactions';

export interface StateChange {
  event: TransactionEvent;
  /** For `send_back`: the reason, 1 to 255 characters. */
  reason?: string;
  /** By the command of an expense report that it is on: by itself, such a transaction doesn't change its state. */
  byReport?: true;
}

/** The outcome of a command over many transactions: the changed ones, and the refusals of the others. */
export interface Outcome {
  done: readonly string[];
  refused: readonly { id: string; refusal: Refusal }[];
}

/** What an event would do: the transactions that it changes, and why it doesn't change the others, by their id. */
interface Decided {
  taken: readonly HeldState[];
  refusals: ReadonlyMap<string, Refusal>;
  approvals: ReadonlyMap<string, Approval>;
  reviewed: readonly Reviewable<CardTransaction>[];
}

/**
 * Reviews, approves or sends back transactions (CD.30), each independently. Of two commands on the same row one wins;
 * the other finds it changed.
 */
export async function changeStates(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[],
  change: StateChange,
  origin: Origin
): Promise<Outcome> {
  const { taken, refusals, ...decided } = await decideStates(tx, principal, ids, change);
  const acts = await writeStates(tx, principal, { ...decided, taken }, change, () => '');
  if (acts.size > 0) await recordActs(tx, principal, origin, [...acts.values()]);
  return {
    done: taken.map(({ id }) => id),
    refused: [...refusals].map(([id, refusal]) => ({ id, refusal }))
  };
}

/**
 * Decides on each of these transactions, which stay locked until the transaction ends, and writes nothing. `rights` are
 * the approver's, if the caller has read them for their companies.
 */
export async function decideStates(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[],
  { event, reason, byReport }: StateChange,
  rights?: ApprovalRights
): Promise<Decided> {
  const guard = TRANSACTION.guard(event);
  const fault = askFault(TRANSACTION, event, principal, reason) ?? eyesFault(principal, 'reviewing');
  if (fault) return { taken: [], refusals: new Map(ids.map((id) => [id, fault])), approvals: new Map(), reviewed: [] };
  // Only a review reads the allocation.
  const whole = guard === 'complete' ? await heldTransactions(tx, principal, ids) : null;
  const held: readonly HeldState[] = whole ?? (await heldStates(tx, principal, ids));
  const refusals = new Map<string, Refusal>(ids.map((id) => [id, { code: 'not.found' }]));
  for (const row of held) refusals.delete(row.id);
  for (const { id, state, expensed } of held) {
    const code = TRANSACTION.refusal(event, state) ?? (expensed && !byReport ? 'transaction.on.report' : null);
    if (code) refusals.set(id, { code });
  }
  const isFitting = ({ id }: HeldState) => !refusals.has(id);
  const fitting = held.filter(isFitting);
  const reviewed = whole ? await reviewables(tx, whole.filter(isFitting)) : [];
  for (const { transaction: row, refusal } of reviewed) if (refusal) refusals.set(row.id, refusal);
  const approvals =
    guard === 'approvable'
      ? await approvalsOf(tx, principal, fitting, { held: true, rights })
      : new Map<string, Approval>();
  for (const [id, approval] of approvals) if (!approval.ok) refusals.set(id, approval.refusal);
  if (guard === 'own_approval')
    for (const id of await approvedByOthers(tx, principal, fitting))
      refusals.set(id, { code: 'transaction.approved.by.other' });
  return { taken: fitting.filter(isFitting), refusals, approvals, reviewed };
}

/**
 * Writes what was decided on the taken ones of these transactions, with their history. Returns the audit entries, one
 * for each group of transactions, by its key: their caller records them, last in the transaction.
 */
export async function writeStates(
  tx: Transaction,
  principal: Principal,
  { taken, approvals, reviewed }: Omit<Decided, 'refusals'>,
  { event, reason }: StateChange,
  groupOf: (row: HeldState) => string
): Promise<ReadonlyMap<string, Act>> {
  const { to } = TRANSACTION.events[event];
  const ids = new Set(taken.map(({ id }) => id));
  await allocateByDefault(
    tx,
    reviewed.filter(({ transaction: row }) => ids.has(row.id))
  );
  await setState(tx, principal, taken, event);
  return writeEvents(
    tx,
    principal,
    {
      event,
      rows: taken,
      reason: reason ?? null,
      details: ({ id, state }) => ({ 'before.state': state, 'after.state': to, ...onBehalf(approvals.get(id)) })
    },
    groupOf
  );
}

/** Which of the approved transactions another user approved: only the approver can take an approval back. */
async function approvedByOthers(
  tx: Transaction,
  { userId }: Principal,
  rows: readonly HeldState[]
): Promise<readonly string[]> {
  const found = await readRows(tx, idRow)`
    SELECT t.id FROM transactions t WHERE t.issuer_id = ANY(${rows.map(({ issuerId }) => issuerId)}::uuid[])
      AND t.posting_date = ANY(${rows.map(({ postingDate }) => postingDate)}::date[])
      AND t.id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND t.approved_by IS DISTINCT FROM ${userId}::uuid`;
  return found.map(({ id }) => id);
}

/** The delegator of an approval, for history and audit. */
const onBehalf = (approval: Approval | undefined): Record<string, string> =>
  approval?.ok && approval.value ? { onBehalfOf: approval.value.userId } : {};

/**
 * Does the same for one transaction that the page showed in a version; refuses if it has changed since. Returns its new
 * version.
 */
export function changeState(
  principal: Principal,
  id: string,
  { version, ...change }: StateChange & { version: number },
  origin: Origin
): Promise<Result<number>> {
  return transaction(async (tx) => {
    const [held] = await heldStates(tx, principal, [id]);
    if (held && held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    const { refused: refusals } = await changeStates(tx, principal, [id], change, origin);
    return refusals[0] ? refused(refusals[0].refusal) : accepted(version + 1);
  });
}

/** Stores the defaults of unallocated transactions at the review, so that the export contains what was reviewed. */
async function allocateByDefault(tx: Transaction, reviewed: readonly Reviewable<CardTransaction>[]): Promise<void> {
  const written = reviewed.flatMap(({ transaction: row, coding, defaults }) =>
    defaults && coding.scheme
      ? [
          {
            ...row,
            scheme: coding.scheme,
            parts: [
              { amount: row.billedAmount, percent: null, taxAmount: row.taxAmount, description: null, codes: defaults }
            ]
          }
        ]
      : []
  );
  if (written.length === 0) return;
  await writeAllocations(tx, written);
  const rows = written.map(({ issuerId, postingDate, id, scheme }) => ({
    issuerId,
    postingDate,
    id,
    scheme: scheme.id,
    version: scheme.version
  }));
  await tx.$executeRaw`
    UPDATE transactions t SET scheme_id = w.scheme, scheme_version = w.version
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w ("issuerId" uuid, "postingDate" date, id uuid, scheme uuid, version text)
    WHERE (t.issuer_id, t.posting_date, t.id) = (w."issuerId", w."postingDate", w.id)`;
}

async function setState(
  tx: Transaction,
  { userId }: Principal,
  rows: readonly HeldState[],
  event: TransactionEvent
): Promise<void> {
  if (rows.length === 0) return;
  const { to } = TRANSACTION.events[event];
  const keys = rows.map(({ issuerId, postingDate, id }) => ({ issuerId, postingDate, id }));
  const at = now();
  const changed = await writeSummed(
    tx,
    Prisma.sql`
    UPDATE transactions t SET state = ${to}::transaction_state, version = t.version + 1,
      reviewed_at = CASE WHEN ${to} = 'open' THEN NULL WHEN ${event} = 'review' THEN ${at}::timestamptz ELSE t.reviewed_at END,
      reviewed_by = CASE WHEN ${to} = 'open' THEN NULL WHEN ${event} = 'review' THEN ${userId}::uuid ELSE t.reviewed_by END,
      approved_at = CASE WHEN ${to} = 'approved' THEN ${at}::timestamptz END,
      approved_by = CASE WHEN ${to} = 'approved' THEN ${userId}::uuid END
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS w ("issuerId" uuid, "postingDate" date, id uuid)
    WHERE (t.issuer_id, t.posting_date, t.id) = (w."issuerId", w."postingDate", w.id)
      AND ${startingFrom(Prisma.sql`t.state`, TRANSACTION.events[event])}
    RETURNING ${RETURNED.changed}`
  );
  mustChange(changed, rows.length);
}
