import { rowOf, sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

/** Joins the node that a column names, `t.account_id`, in the issuer of its row. `LEFT` or `RIGHT` may stand before it. */
export const atNode = (column: string, alias = 'n'): Prisma.Sql => {
  const node = sqlName(alias);
  return Prisma.sql`JOIN nodes ${node} ON (${node}.issuer_id, ${node}.id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;
};

/** Joins the account that a column names, `n.id`, in the issuer of its row. `LEFT` may stand before it. */
export const atAccount = (column: string, alias = 'a'): Prisma.Sql => {
  const account = sqlName(alias);
  return Prisma.sql`JOIN accounts ${account} ON (${account}.issuer_id, ${account}.id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;
};

/** Joins what a company has beside its node, such as currency and fiscal year. `LEFT` may stand before it. */
export const atCompany = (column: string, alias = 'c'): Prisma.Sql => {
  const company = sqlName(alias);
  return Prisma.sql`JOIN companies ${company} ON (${company}.issuer_id, ${company}.id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;
};

/** Joins issuer `i` of a row, `t`: for its name and its time zone. */
export const atIssuer = (row: string): Prisma.Sql => Prisma.sql`JOIN issuers i ON i.id = ${sqlName(row)}.issuer_id`;

/** Joins account `a` of a row's issuer by the hash of its card number. */
export const atCard = (row: string, hash: Uint8Array): Prisma.Sql =>
  Prisma.sql`JOIN accounts a ON a.issuer_id = ${sqlName(row)}.issuer_id AND a.card_number_hash = ${hash}`;

/** Joins the accounts, nodes `n`, at and below the path of a row, `r`. */
export const accountsBelow = (row: string): Prisma.Sql => {
  const top = sqlName(row);
  // Hexadecimal digits sort before "g".
  return Prisma.sql`JOIN nodes n ON n.issuer_id = ${top}.issuer_id AND n.kind = 'account' AND n.path >= ${top}.path AND n.path < ${top}.path || 'g'`;
};
