import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { atNode } from '../../directory/structure/reads/joins';
import { accountIds, pathOfNode } from '../../directory/structure/reads/node-columns';
import { escaped } from '../../kit/listing/listing';
import { type Ask, candidateColumns, RANK } from '../../kit/search/at-places';
import type { SearchFamily } from '../../kit/search/searchable';

/** The newest transactions of a user that a search looks at: no index holds the words of their merchants. */
const MOST_LOOKED_AT = 20_000;

/** The scope rule for transactions under an alias; below a company by its accounts, so that their index is used. */
function inScope({ scope }: Principal, alias: string): Prisma.Sql {
  const [issuer, company] = [sqlName(`${alias}.issuer_id`), sqlName(`${alias}.company_id`)];
  const account = sqlName(`${alias}.account_id`);
  const path = pathOfNode(issuer, account);
  const seen = within(scope, { issuer, company, path });
  const isDeep =
    !scope.everywhere && scope.subtrees.every(({ companyId, nodeId }) => companyId !== null && companyId !== nodeId);
  if (!isDeep) return seen;
  return Prisma.sql`${seen} AND ${account} = ANY(ARRAY(${accountIds(within(scope, nodeColumns('n')))}))`;
}

/** The amount that a text writes in any usual way, such as `1,234.50`, `1 234,50` or `99`; null: it is none. */
export function amountIn(text: string): string | null {
  const typed = text.replaceAll(/[\s'’]/g, '');
  if (!/^[+-]?\d[\d.,]{0,14}$/.test(typed)) return null;
  const [, whole = '', fraction = ''] = /^[+-]?([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  const digits = whole.replaceAll(/[.,]/g, '');
  return fraction ? `${digits}.${fraction}` : digits;
}

/** Transactions by merchant, purpose, amount (a whole number means its cents too) or reference, the newest first. */
function found({ principal, sought: { plain }, limit }: Ask): Prisma.Sql[] {
  const amount = amountIn(plain);
  const isAmount = amount
    ? amount.includes('.')
      ? Prisma.sql`${amount}::numeric IN (abs(r.billed_amount), abs(r.amount))`
      : Prisma.sql`${amount}::numeric IN (trunc(abs(r.billed_amount)), trunc(abs(r.amount)))`
    : Prisma.sql`FALSE`;
  const begins = `${escaped(plain)}%`;
  const rank = Prisma.sql`CASE WHEN ${isAmount} OR lower(r.source_reference) = ${plain} THEN ${RANK.exact}::int
    WHEN r.merchant_name ILIKE ${begins} OR r.source_reference ILIKE ${begins} THEN ${RANK.begins} ELSE ${RANK.word} END`;
  return [
    Prisma.sql`(
    SELECT ${candidateColumns(Prisma.sql`'transaction'`, rank)} FROM (
      SELECT t.issuer_id, t.id, t.source_reference, t.merchant_name, t.purpose, t.amount, t.billed_amount,
        -- The later, the smaller: the order of a search's results is that of a text.
        (99999999 - to_char(t.posting_date, 'YYYYMMDD')::int)::text AS search_text
      FROM transactions t WHERE ${inScope(principal, 't')}
      ORDER BY t.posting_date DESC, t.id DESC LIMIT ${MOST_LOOKED_AT}) r
    WHERE ${isAmount} OR r.source_reference ILIKE ${begins}
      OR concat_ws(' ', r.merchant_name, r.purpose) ILIKE ${`%${escaped(plain)}%`}
    ORDER BY rank, text, id LIMIT ${limit})`
  ];
}

/** Transactions, by merchant, purpose, amount or reference. */
export const TRANSACTION_FAMILY: SearchFamily = {
  table: Prisma.sql`transactions r`,
  kind: Prisma.sql`'transaction'`,
  number: Prisma.sql`lower(r.source_reference)`,
  isFoundByNumber: false,
  isFoundByAlsoOnly: true,
  condition: (principal) => inScope(principal, 'r'),
  also: found,
  result: {
    columns: Prisma.sql`coalesce(r.merchant_name, r.purpose, r.source_reference) AS name, NULL AS name2,
      r.source_reference AS number, NULL AS "cardNumber", n.name_1 AS above, NULL AS over`,
    charge: Prisma.sql`r.posting_date::text AS day, r.billed_amount::text AS amount, r.billed_currency::text AS currency`,
    joins: Prisma.sql`${atNode('r.account_id')}`
  }
};
