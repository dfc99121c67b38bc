import { rowOf, sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

/** Joins the user that a column names, `p.owner_id`, in the issuer of its row. `LEFT` may stand before it. */
export const ofUser = (column: string, alias = 'u'): Prisma.Sql => {
  const user = sqlName(alias);
  return Prisma.sql`JOIN users ${user} ON (${user}.issuer_id, ${user}.id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;
};

/** Joins the assignment that a session names, under an alias. `LEFT` may stand before it. */
export const ofAssignment = (session: string, alias: string): Prisma.Sql => {
  const [row, role] = [sqlName(session), sqlName(alias)];
  return Prisma.sql`JOIN assignments ${role} ON (${role}.issuer_id, ${role}.id) = (${row}.issuer_id, ${row}.assignment_id)`;
};

/** Joins the user of an issuer and an id that are other expressions than two columns of a row (`ofUser`). */
export const joinedUser = (issuer: Prisma.Sql, id: Prisma.Sql, alias: string): Prisma.Sql => {
  const user = sqlName(alias);
  return Prisma.sql`JOIN users ${user} ON (${user}.issuer_id, ${user}.id) = (${issuer}, ${id})`;
};
