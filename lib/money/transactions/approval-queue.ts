import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';
import { type Attachment, attachmentsAmong } from '../../kit/attachments/attachments-among';
import { type LastComment, lastComments } from '../../kit/comments/last-comments';
import { type ListTotals, listPage, listTotals } from '../../kit/listing/page';
import { readQuery, type SearchParams } from '../../kit/listing/query';
import type { CodeValue } from '../allocation/code-values';
import { type AllocatingView, allocatingAll } from './allocating';
import { approvalsOf } from './approvals-of';
import { chosenValues } from './chosen-values';
import { type Duplicate, duplicatesAmong } from './duplicates';
import { WAITING } from './waiting';

/** The number of transactions of a page: enough to go through without waiting for the next. */
const SIZE = 30;

const standRow = z.strictObject({
  id: z.string(),
  reviewedAt: z.date().nullable(),
  /** The reviewer's name; null for a user of another issuer. */
  reviewedBy: z.string().nullable(),
  /** The account's spend in the month up to this transaction, in its billing currency. */
  monthTotal: z.string(),
  /** The reason of the last sending back; null if it was never sent back. */
  returned: z.string().nullable()
});
type Stand = Omit<z.infer<typeof standRow>, 'id'>;

/** A transaction that waits for an approval, with what an approver needs to judge it. */
export interface WaitingTransaction extends AllocatingView, Stand {
  /** The names of list values by `valueKey`. */
  values: ReadonlyMap<string, CodeValue>;
  attachments: readonly Attachment[];
  duplicates: readonly Duplicate[];
  comment: LastComment | null;
  /** The user for whom the principal approves it; null for the own right. */
  behalf: string | null;
}

/** A page of the transactions that wait for the principal's approval, in the list's order, and the totals of all. */
export async function approvalQueue(
  principal: Principal,
  address: SearchParams
): Promise<{ waiting: WaitingTransaction[]; totals: ListTotals; previous: string | null; next: string | null }> {
  const query = { ...readQuery(WAITING, address), size: SIZE, columns: [] };
  const [{ rows, previous, next }, totals] = await Promise.all([
    listPage(principal, WAITING, query),
    listTotals(principal, WAITING, query)
  ]);
  const views = await allocatingAll(
    principal,
    rows.map(({ id }) => id)
  );
  return { waiting: await judged(principal, views), totals, previous, next };
}

async function judged(principal: Principal, views: readonly AllocatingView[]): Promise<WaitingTransaction[]> {
  const { issuerId } = principal;
  const rows = views.map(({ transaction }) => transaction);
  const ids = rows.map(({ id }) => id);
  const [stands, attachments, comments, duplicates, approvals, values] = await Promise.all([
    standsOf(issuerId, rows),
    attachmentsAmong(issuerId, 'transaction', ids),
    lastComments(issuerId, 'transaction', ids),
    duplicatesAmong(principal, ids),
    approvalsOf(database(), principal, rows, { held: false }),
    chosenValues(issuerId, views)
  ]);
  return views.flatMap((view) => {
    const { id } = view.transaction;
    const [stand] = stands.get(id) ?? [];
    // It left the queue while this was read.
    if (!stand) return [];
    const approval = approvals.get(id);
    return {
      ...view,
      ...stand,
      values,
      attachments: attachments.get(id) ?? [],
      duplicates: duplicates.get(id) ?? [],
      comment: comments.get(id) ?? null,
      behalf: approval?.ok ? (approval.value?.name ?? null) : null
    };
  });
}

async function standsOf(
  issuerId: string,
  rows: readonly { id: string; postingDate: string }[]
): Promise<Map<string, z.infer<typeof standRow>[]>> {
  const days = rows.map(({ postingDate }) => postingDate).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  // Only the months of these transactions are read.
  const posted = (day: Prisma.Sql) =>
    Prisma.sql`${day} BETWEEN date_trunc('month', ${first}::date)::date AND ${last}::date`;
  const stands = await readRows(database(), standRow)`
    SELECT t.id, t.reviewed_at AS "reviewedAt",
      ${userName(Prisma.sql`t.issuer_id`, Prisma.sql`t.reviewed_by`)} AS "reviewedBy",
      (SELECT trim_scale(sum(o.billed_amount))::text FROM transactions o
        WHERE o.issuer_id = t.issuer_id AND o.account_id = t.account_id AND o.company_id = t.company_id
          AND o.billed_currency = t.billed_currency AND ${posted(Prisma.sql`o.posting_date`)}
          AND o.posting_date >= date_trunc('month', t.posting_date)::date
          AND (o.posting_date, o.id) <= (t.posting_date, t.id)) AS "monthTotal",
      (SELECT e.reason FROM transaction_events e
        WHERE (e.issuer_id, e.posting_date, e.transaction_id) = (t.issuer_id, t.posting_date, t.id) AND e.event = 'send_back'
        ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1) AS returned
    FROM transactions t
    WHERE t.issuer_id = ${issuerId}::uuid AND t.id = ANY(${rows.map(({ id }) => id)}::uuid[])
      AND ${posted(Prisma.sql`t.posting_date`)} AND t.state = 'reviewed'`;
  return groupBy(stands, ({ id }) => id);
}
