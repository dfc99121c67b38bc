import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
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

/**
 * Records events of transactions: a history row for each, and one audit entry for the command with a digest of those
 * rows, which reveals later changes. Call it last in a transaction.
 */
export async function recordEvents<Row extends HeldState>(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  {
    event,
    rows,
    reason = null,
    details = () => ({})
  }: {
    event: HistoryEvent;
    rows: readonly Row[];
    reason?: string | null;
    details?: (row: Row) => Details;
  }
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const at = now();
  const lines = rows.map((row) => ({
    issuer_id: row.issuerId,
    posting_date: row.postingDate,
    transaction_id: row.id,
    id: newId(),
    details: details(row)
  }));
  const written = JSON.stringify(lines);
  await tx.$executeRaw`
    INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id,
      accessor_issuer_id, accessor_user_id, reason, details)
    SELECT l.issuer_id, l.posting_date, l.transaction_id, l.id, ${at}, ${event}, ${principal.userId}::uuid,
      ${principal.accessor?.issuerId ?? null}::uuid, ${principal.accessor?.userId ?? null}::uuid, ${reason}, l.details
    FROM jsonb_to_recordset(${written}::jsonb)
      AS l (issuer_id uuid, posting_date date, transaction_id uuid, id uuid, details jsonb)`;
  const companies = new Set(rows.map(({ companyId }) => companyId));
  await recordAct(tx, principal, origin, {
    issuerId: first.issuerId,
    action: `transaction.${event}`,
    entity: 'transaction',
    entityId: rows.length === 1 ? first.id : undefined,
    nodeId: rows.length === 1 ? first.accountId : companies.size === 1 ? first.companyId : null,
    details:
      rows.length === 1
        ? { ...lines[0]?.details, ...(reason !== null && { reason }) }
        : {
            count: rows.length,
            digest: createHash('sha256').update(written).digest('hex'),
            ...onBehalf(lines.map((line) => line.details.onBehalfOf)),
            ...(reason !== null && { reason })
          }
  });
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
