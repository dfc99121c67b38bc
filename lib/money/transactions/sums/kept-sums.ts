import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { Prisma } from '../../../core/database/prisma/client';
import { reading } from '../../../core/database/replica';
import { readRows } from '../../../core/database/rows';
import type { DayRange, KeptSums } from '../../../kit/listing/data-set';
import { JOINED_COMPANY } from '../transactions';

/**
 * The sums of transactions as reports read them (decision 0183): for all that is booked in whole companies or issuers, of
 * any days: a month that is only partly asked for is read from its transactions.
 */
export const KEPT_SUMS: KeptSums = {
  told: ['company', 'month', 'type', 'state', 'category', 'merchantCategoryCode', 'billedCurrency', 'spent', 'foreign'],
  added: ['billedAmount', 'amount'],
  count: Prisma.sql`t.count`,
  from: async ({ scope }, days) => {
    const isWhole = scope.subtrees.every(({ isIssuer, companyId, nodeId }) => isIssuer || companyId === nodeId);
    if (scope.everywhere || !isWhole || !(await areKept(scope))) return null;
    const ids = scope.subtrees.map(({ issuerId }) => issuerId);
    const months = monthsInPart(days);
    const part = Prisma.sql`SELECT s.issuer_id, s.company_id, s.month AS posting_date, s.type, s.state, s.billed_currency, s.currency,
      nullif(s.merchant_category_code, '')::char(4) AS merchant_category_code, s.count, s.billed_amount, s.amount`;
    const whole = months.length > 0 ? Prisma.sql`s.month <> ALL(${months}::date[])` : Prisma.sql`TRUE`;
    const single = months.map(
      (
        month
      ) => Prisma.sql`UNION ALL SELECT r.issuer_id, r.company_id, r.posting_date, r.type, r.state, r.billed_currency, r.currency,
        r.merchant_category_code, 1, r.billed_amount, r.amount FROM transactions r
        WHERE r.issuer_id = ANY(${ids}::uuid[]) AND r.posting_date >= ${month}::date AND r.posting_date < (${month}::date + interval '1 month')::date`
    );
    return Prisma.sql`(${part} FROM transaction_sums s WHERE s.issuer_id = ANY(${ids}::uuid[]) AND ${whole}
      UNION ALL ${part} FROM transaction_sum_changes s WHERE s.issuer_id = ANY(${ids}::uuid[]) AND ${whole} ${single.length > 0 ? Prisma.join(single, ' ') : Prisma.empty}) AS t
      ${JOINED_COMPANY}`;
  }
};

const countRow = z.strictObject({ count: z.number() });

/** Whether sums are kept of all issuers of a scope. */
async function areKept({ subtrees }: Principal['scope']): Promise<boolean> {
  const issuers = [...new Set(subtrees.map(({ issuerId }) => issuerId))];
  const [row] = await reading(
    (db) => readRows(db, countRow)`
      SELECT count(*)::int AS count FROM transaction_sum_issuers WHERE issuer_id = ANY(${issuers}::uuid[])`
  );
  return row?.count === issuers.length;
}

/** The first days of the months that some days begin or end within. */
function monthsInPart({ from, to }: DayRange): string[] {
  const months = [
    ...(from && !from.endsWith('-01') ? [from] : []),
    ...(to && new Date(`${to}T00:00:00Z`).getUTCDate() !== lastOf(to) ? [to] : [])
  ];
  return [...new Set(months.map((day) => `${day.slice(0, 7)}-01`))];
}

/** The last day of the month of a day, as a number. */
const lastOf = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
