import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';

/** The name of the user with an id in an issuer, as an expression of SQL. */
export const userName = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT concat_ws(' ', u.first_name, u.last_name) FROM users u WHERE u.issuer_id = ${issuer} AND u.id = ${id})`;

/** The name of the user with an id, whatever their issuer, as an expression of SQL. */
export const userNameAnywhere = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT concat_ws(' ', u.first_name, u.last_name) FROM users u WHERE u.id = ${id})`;

/** The first and the last name of the user with an id in an issuer, as an object of SQL with `first` and `last`. */
export const userNames = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT jsonb_build_object('first', u.first_name, 'last', u.last_name) FROM users u
    WHERE u.issuer_id = ${issuer} AND u.id = ${id})`;

/** The user with an id as a document `{id, userId, name}`; null without one. */
export const namedUser = (issuerId: Prisma.Sql, userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT jsonb_build_object('id', u.id, 'userId', u.user_id, 'name', ${userName(issuerId, userId)})
    FROM users u WHERE u.issuer_id = ${issuerId} AND u.id = ${userId})`;

/** The id of the node where the user with an id in an issuer is managed, as an expression of SQL. */
export const nodeOfUser = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT u.node_id FROM users u WHERE u.issuer_id = ${issuer} AND u.id = ${id})`;

/** The name of a user. @throws Error if there is none */
export async function nameOf(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }): Promise<string> {
  const { firstName, lastName } = await tx.user.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
  return `${firstName} ${lastName}`;
}
