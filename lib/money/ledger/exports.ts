import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import { UNFINISHED_JOBS } from '../../kit/jobs/reads/unfinished';
import type { Listing } from '../../kit/listing/listing';
import { currencyTotalRow } from './booked';

const exportStatus = z.enum(['waiting', 'exported', 'failed', 'stopped']);

/** `stopped`: the job was cancelled or gave up before writing it. */
export type ExportStatus = z.infer<typeof exportStatus>;

const ledgerExportRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  number: z.number(),
  nodeId: z.string(),
  nodeName: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  currency: z.string().nullable(),
  status: exportStatus,
  count: z.number().nullable(),
  totals: z.array(currencyTotalRow).nullable(),
  exportedAt: z.date().nullable(),
  reversedCount: z.number(),
  reversalJobId: z.string().nullable(),
  /** The time at which the first of its transactions passed its retention and was deleted. */
  expiredAt: z.date().nullable(),
  refusal: jsonOf<Refusal>().nullable(),
  by: z.string(),
  createdAt: z.date()
});

/** An export of transactions to a ledger. Days are written `2026-02-28`. */
export type LedgerExport = z.infer<typeof ledgerExportRow>;

/** The status of an export, including exports whose job ended before it was done. */
const STATUS = Prisma.sql`CASE WHEN e.status = 'waiting' AND NOT EXISTS (SELECT 1 FROM ledger_files f
    JOIN ${UNFINISHED_JOBS} j ON (j.issuer_id, j.id) = (f.issuer_id, f.job_id)
    WHERE (f.issuer_id, f.export_id) = (e.issuer_id, e.id)) THEN 'stopped' ELSE e.status::text END`;
const OWNER = userName(Prisma.sql`e.issuer_id`, Prisma.sql`e.owner_user_id`);

const COLUMNS = Prisma.sql`e.issuer_id AS "issuerId", e.id, e.number, e.node_id AS "nodeId", n.name_1 AS "nodeName",
  e.first_day::text AS "firstDay", e.last_day::text AS "lastDay", e.currency, ${STATUS} AS status, e.count, e.totals,
  e.exported_at AS "exportedAt", e.reversed_count AS "reversedCount", e.reversal_job_id AS "reversalJobId", e.expired_at AS "expiredAt", e.refusal,
  ${OWNER} AS by, e.created_at AS "createdAt"`;
const FROM = Prisma.sql`ledger_exports e ${atNode('e.node_id')}`;

async function exportWhere(tx: Transaction, principal: Principal, condition: Prisma.Sql): Promise<LedgerExport | null> {
  if (!may(principal, 'ledger_exports', 'view')) return null;
  const [found] = await readRows(tx, ledgerExportRow)`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${within(principal.scope, nodeColumns('n'))} AND ${condition}`;
  return found ?? null;
}

/** An export of a place that the principal sees as a whole, or null. */
export const seenExport = (principal: Principal, id: string, tx: Transaction = database()) =>
  exportWhere(tx, principal, Prisma.sql`e.id = ${id}::uuid`);

/** The same export of the principal's own issuer, locked until the transaction ends. */
export const heldExport = (tx: Transaction, principal: Principal, id: string) =>
  exportWhere(
    tx,
    principal,
    Prisma.sql`e.issuer_id = ${principal.issuerId}::uuid AND e.id = ${id}::uuid FOR UPDATE OF e`
  );

/** The exports that the principal sees, newest first. */
export const LEDGER_EXPORTS: Listing = {
  name: 'ledger-exports',
  area: 'ledger_exports',
  from: () => FROM,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`e.issuer_id`,
  id: Prisma.sql`e.id`,
  columns: {
    number: { sql: Prisma.sql`e.number`, type: 'number', label: 'ledger.export.number', filter: 'equals' },
    place: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'ledger.place', filter: 'contains' },
    from: { sql: Prisma.sql`e.first_day`, type: 'date', label: 'ledger.from', filter: 'range' },
    to: { sql: Prisma.sql`e.last_day`, type: 'date', label: 'ledger.to', filter: 'range' },
    status: {
      sql: STATUS,
      type: 'choice',
      label: 'ledger.status',
      filter: 'choice',
      choices: {
        waiting: 'ledger.status.waiting',
        exported: 'ledger.status.exported',
        failed: 'ledger.status.failed',
        stopped: 'ledger.status.stopped'
      }
    },
    count: { sql: Prisma.sql`e.count`, type: 'number', label: 'ledger.count', nullable: true },
    reversed: { sql: Prisma.sql`e.reversed_count`, type: 'number', label: 'ledger.reversed' },
    by: { sql: OWNER, type: 'text', label: 'ledger.by', filter: 'contains', hidden: true },
    created: { sql: Prisma.sql`e.created_at`, type: 'date-time', label: 'ledger.created', filter: 'range' }
  },
  order: { column: 'created', descending: true }
};
