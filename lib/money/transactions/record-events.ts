import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { type Act, recordAct, recordActs } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { ExportEvent, TransactionEvent } from './states';
import type { HeldState } from './transactions';

type Details = Record<string, string | null>;

/** The events of a transaction, as its history names them. */
export type HistoryEvent =
  | TransactionEvent
  | ExportEvent
  | 'allocated'
  | 'added'
  | 'itemized'
  | 'removed'
  | 'not_duplicate';

/** What has happened to transactions. */
interface Happened<Row extends HeldState> {
  event: HistoryEvent;
  rows: readonly Row[];
  reason?: string | null;
  details?: (row: Row) => Details;
}

/**
 * Records events of transactions: a history row for each, and one audit entry for the command with a digest of those
 * rows, which reveals later changes. Call it last in a transaction.
 */
export async function recordEvents<Row extends HeldState>(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  happened: Happened<Row>
): Promise<void> {
  const acts = await writeEvents(tx, principal, happened, () => '');
  if (acts.size > 0) await recordActs(tx, principal, origin, [...acts.values()]);
}

/**
 * Writes the history rows of transactions and returns the audit entries that belong to them, one for each group, by its
 * key: their caller records them, last in the transaction.
 */
export async function writeEvents<Row extends HeldState>(
  tx: Transaction,
  principal: Principal,
  { event, rows, reason = null, details = () => ({}) }: Happened<Row>,
  groupOf: (row: Row) => string
): Promise<ReadonlyMap<string, Act>> {
  if (rows.length === 0) return new Map();
  const at = now();
  const lines = rows.map((row) => ({
    issuer_id: row.issuerId,
    posting_date: row.postingDate,
    transaction_id: row.id,
    id: newId(),
    details: details(row)
  }));
  await tx.$executeRaw`
    INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id,
      accessor_issuer_id, accessor_user_id, reason, details)
    SELECT l.issuer_id, l.posting_date, l.transaction_id, l.id, ${at}, ${event}, ${principal.userId}::uuid,
      ${principal.accessor?.issuerId ?? null}::uuid, ${principal.accessor?.userId ?? null}::uuid, ${reason}, l.details
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS l (issuer_id uuid, posting_date date, transaction_id uuid, id uuid, details jsonb)`;
  const written = rows.map((row, index) => ({ row, line: lines[index] as Line }));
  const groups = groupBy(written, ({ row }) => groupOf(row));
  return new Map([...groups].map(([key, group]) => [key, actOf(event, group, reason)]));
}

/** A history row as it is stored. */
interface Line {
  issuer_id: string;
  posting_date: string;
  transaction_id: string;
  id: string;
  details: Details;
}

/** The audit entry of one transaction, or of several with the digest of their history rows. */
function actOf(event: HistoryEvent, written: readonly { row: HeldState; line: Line }[], reason: string | null): Act {
  const [{ row: first, line }] = written as [{ row: HeldState; line: Line }];
  const said = reason !== null && { reason };
  const about = { issuerId: first.issuerId, action: `transaction.${event}`, entity: 'transaction' } as const;
  if (written.length === 1)
    return { ...about, entityId: first.id, nodeId: first.accountId, details: { ...line.details, ...said } };
  const companies = new Set(written.map(({ row }) => row.companyId));
  const lines = written.map((one) => one.line);
  return {
    ...about,
    nodeId: companies.size === 1 ? first.companyId : null,
    details: {
      count: lines.length,
      digest: createHash('sha256').update(JSON.stringify(lines)).digest('hex'),
      ...onBehalf(lines.map(({ details }) => details.onBehalfOf)),
      ...said
    }
  };
}

/** The delegators of many approvals. */
function onBehalf(userIds: readonly (string | null | undefined)[]): { onBehalfOf?: string } {
  const named = new Set(userIds.filter(Boolean));
  return named.size > 0 ? { onBehalfOf: [...named].sort().join(' ') } : {};
}

const writtenRow = z.strictObject({ count: z.number(), digest: z.string().nullable() });

/**
 * Does the same for any number of transactions in one statement: `keys` are their rows with issuer, day and id. The
 * digest covers the digests of the history rows, in the order of day and id. Call it last in a transaction.
 */
export async function recordEventsOf(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  {
    event,
    keys,
    issuerId,
    nodeId,
    reason = null,
    details
  }: {
    event: ExportEvent;
    keys: Prisma.Sql;
    issuerId: string;
    /** The place that contains the transactions. */
    nodeId: string;
    reason?: string | null;
    details: Details;
  }
): Promise<void> {
  const [written] = await readRows(tx, writtenRow)`
    WITH line AS (
      INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id,
        accessor_issuer_id, accessor_user_id, reason, details)
      SELECT k.issuer_id, k.posting_date, k.id, gen_random_uuid(), ${now()}, ${event}, ${principal.userId}::uuid,
        ${principal.accessor?.issuerId ?? null}::uuid, ${principal.accessor?.userId ?? null}::uuid, ${reason},
        ${JSON.stringify(details)}::jsonb
      FROM ${keys} k
      RETURNING *
    )
    SELECT count(*)::int AS count,
      encode(sha256(string_agg(sha256(convert_to(line::text, 'UTF8')), ''::bytea ORDER BY line.posting_date, line.transaction_id)), 'hex') AS digest
    FROM line`;
  if (!written?.digest) return;
  const { count, digest } = written;
  await recordAct(tx, principal, origin, {
    issuerId,
    action: `transaction.${event}`,
    entity: 'transaction',
    nodeId,
    details: { ...details, count, digest, ...(reason !== null && { reason }) }
  });
}
