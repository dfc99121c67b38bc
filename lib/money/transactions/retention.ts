import { z } from 'zod';
import { settingColumn } from '../../access/settings/setting-value';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { COMPANIES } from '../../directory/structure/reads/companies';
import { atIssuer } from '../../directory/structure/reads/joins';
import { dayOf } from '../../directory/structure/reads/today';
import { OWED } from './owed';
import { NOTED, RETURNED } from './sums/note';

const goneTransactionRow = z.strictObject({
  issuerId: z.string(),
  postingDate: z.string(),
  id: z.string(),
  /** The bank's. */
  reference: z.string(),
  /** The export that contains it. */
  exportedIn: z.string().nullable(),
  accountId: z.string(),
  /** What it added to what is owed on its account. */
  owed: z.string(),
  /** What of that was a payment, as it reduces what is owed. */
  paid: z.string()
});

/** A deleted transaction. */
export type GoneTransaction = z.infer<typeof goneTransactionRow>;

/** How another part of the product takes part in deleting transactions past their retention. */
export interface RetentionPart {
  /** The condition that keeps transaction `t` because of open work on it, such as a dispute. */
  holds?: Prisma.Sql;
  /** Deletes the data that belongs to deleted transactions, in the same transaction. @throws StillHeld */
  forget?(tx: Transaction, issuerId: string, gone: readonly GoneTransaction[]): Promise<void>;
}

/** Thrown if work on the transactions has begun meanwhile: nothing is deleted, and the next run is an hour later. */
export class StillHeld extends Error {}

type Parts = readonly RetentionPart[];

/** A company with transactions past their retention. */
const dueCompanyRow = z.strictObject({
  issuerId: z.string(),
  companyId: z.string(),
  /** Transactions posted before this day are past their retention. */
  before: z.string()
});
type DueCompany = z.infer<typeof dueCompanyRow>;

const ORIGIN: Origin = { requestId: 'retention', address: '127.0.0.1', userAgent: '' };
const BATCH = 1_000;
const TIMEOUT = 60_000;
/** Batches per hour: a backlog of millions is deleted within days, without delaying other work. */
const MOST_BATCHES = 200;
/** The longest retention (CD.5): in months before it, only held transactions are left. */
const LONGEST_MONTHS = 36;

/** The first day that company `c` of issuer `i` retains, in the issuer's time zone. */
const keptFrom = () => {
  const months = settingColumn('data.retention.months', Prisma.sql`c.issuer_id`, Prisma.sql`c.id`);
  return Prisma.sql`(${dayOf(now())} - make_interval(months => (${months})::int))::date`;
};

/** The companies `c` of issuers `i`, each with the day `d.before` which their retention begins at. */
export const retainingCompanies = (): Prisma.Sql => Prisma.sql`${COMPANIES} c ${atIssuer('c')}
  CROSS JOIN LATERAL (SELECT ${keptFrom()} AS before) d`;

/**
 * Whether transaction `t`, past its retention, can be deleted: it is exported, is on no expense report, and has no open
 * work.
 */
function mayGo(parts: Parts): Prisma.Sql {
  const free = parts.flatMap(({ holds }) => (holds ? [Prisma.sql`NOT (${holds})`] : []));
  return Prisma.join([Prisma.sql`t.state = 'exported'`, Prisma.sql`NOT t.expensed`, ...free], ' AND ');
}

/**
 * Deletes exported transactions past their company's retention, with their dependent data (C5.027): a thousand in a
 * transaction, so that an interrupted run continues in the next hour. The company's audit gets the counts by month.
 * Transactions that are not exported, or held by one of `parts`, stay. Returns the number deleted.
 */
export async function deleteExpired(parts: Parts): Promise<number> {
  let [gone, batches] = [0, 0];
  for (const company of await dueCompanies(parts))
    for (let deleted = BATCH; deleted === BATCH && batches < MOST_BATCHES; batches++) {
      deleted = await deleteBatch(company, parts);
      gone += deleted;
    }
  await database().$executeRaw`
    SELECT drop_empty_transaction_partitions((${now()}::date - make_interval(months => ${LONGEST_MONTHS}::int))::date)`;
  return gone;
}

const dueCompanies = (parts: Parts): Promise<DueCompany[]> =>
  readRows(database(), dueCompanyRow)`
    SELECT c.issuer_id AS "issuerId", c.id AS "companyId", d.before::text
    FROM ${retainingCompanies()}
    WHERE EXISTS (SELECT 1 FROM transactions t
      WHERE t.issuer_id = c.issuer_id AND t.company_id = c.id AND t.posting_date < d.before AND ${mayGo(parts)})
    ORDER BY 1, 2`;

async function deleteBatch({ issuerId, companyId, before }: DueCompany, parts: Parts): Promise<number> {
  try {
    return await transaction(async (tx) => {
      const gone = await readRows(tx, goneTransactionRow)`
        WITH written AS (
          DELETE FROM transactions t USING (
            SELECT t.issuer_id, t.posting_date, t.id FROM transactions t
            WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid AND t.posting_date < ${before}::date
              AND ${mayGo(parts)}
            ORDER BY t.posting_date, t.id LIMIT ${BATCH} FOR UPDATE OF t SKIP LOCKED
          ) due
          WHERE (t.issuer_id, t.posting_date, t.id) = (due.issuer_id, due.posting_date, due.id)
          RETURNING ${RETURNED.deleted}, t.id, t.source_reference, t.exported_in, t.account_id, ${OWED} AS owed
        ), noted AS (${NOTED})
        SELECT w.issuer_id AS "issuerId", w.posting_date::text AS "postingDate", w.id, w.source_reference AS reference,
          w.exported_in AS "exportedIn", w.account_id AS "accountId", w.owed::text,
          (CASE WHEN w.type = 'payment' THEN -w.owed ELSE 0 END)::text AS paid
        FROM written w`;
      if (gone.length === 0) return 0;
      const keys = gone.map(({ postingDate, id }) => ({ postingDate, id }));
      await tx.$executeRaw`
        DELETE FROM transaction_events e
        USING jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS g ("postingDate" date, id uuid)
        WHERE e.issuer_id = ${issuerId}::uuid AND (e.posting_date, e.transaction_id) = (g."postingDate", g.id)`;
      for (const part of parts) await part.forget?.(tx, issuerId, gone);
      await appendAudit(tx, ORIGIN, {
        issuerId,
        action: 'transactions.expired',
        entity: 'company',
        entityId: companyId,
        nodeId: companyId,
        details: { count: gone.length, before, ...countsByMonth(gone) }
      });
      return gone.length;
    }, TIMEOUT);
  } catch (error) {
    if (error instanceof StillHeld) return 0;
    throw error;
  }
}

/** The number of deleted transactions by month of posting: `{ '2024-01': 12 }`. */
function countsByMonth(gone: readonly GoneTransaction[]): Record<string, number> {
  const months = groupBy(gone, ({ postingDate }) => postingDate.slice(0, 7));
  return Object.fromEntries([...months].sort().map(([month, rows]) => [month, rows.length]));
}

const retentionPreviewRow = z.strictObject({
  /** The number to delete next. */
  due: z.number(),
  /** The number past their retention that stay, because they are not exported or work on them is open. */
  kept: z.number()
});

/** The effect of retention on the transactions of a company, or of all companies of an issuer, at present. */
export type RetentionPreview = z.infer<typeof retentionPreviewRow>;

/** The maximum of each count in a preview. */
export const MOST_PREVIEWED = 10_000;

/**
 * Counts the transactions that would be deleted now, and those kept past their retention, each up to `MOST_PREVIEWED`
 * and one.
 */
export async function retentionPreview(
  { issuerId, companyId }: { issuerId: string; companyId: string | null },
  parts: Parts
): Promise<RetentionPreview> {
  const counted = (condition: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM (
    SELECT 1 FROM ${retainingCompanies()}
    JOIN transactions t ON t.issuer_id = c.issuer_id AND t.company_id = c.id AND t.posting_date < d.before
    WHERE c.issuer_id = ${issuerId}::uuid AND (${companyId}::uuid IS NULL OR c.id = ${companyId}::uuid) AND ${condition}
    LIMIT ${MOST_PREVIEWED + 1}) counted)`;
  const [found] = await readRows(database(), retentionPreviewRow)`
    SELECT ${counted(mayGo(parts))} AS due, ${counted(Prisma.sql`NOT (${mayGo(parts)})`)} AS kept`;
  return found as RetentionPreview;
}
