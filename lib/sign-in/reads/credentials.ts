import type { Transaction } from '../../core/database/database';
import { rowOf, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';

/** Joins the credentials `c` of the user that a column names, `u.id`, in the issuer of its row. `LEFT` may stand before it. */
export const ofCredentials = (column: string): Prisma.Sql =>
  Prisma.sql`JOIN credentials c ON (c.issuer_id, c.user_id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;

/** Whether a user has enrolled challenge questions, as an expression of SQL. */
export const isEnrolledUser = (issuer: Prisma.Sql, user: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM challenge_enrolments e WHERE e.issuer_id = ${issuer} AND e.user_id = ${user})`;

/** The status of a user's token, as an expression of SQL; null without one, or if it is revoked. */
export const tokenStatusOf = (issuer: Prisma.Sql, user: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT h.status::text FROM hardware_tokens h
    WHERE h.issuer_id = ${issuer} AND h.user_id = ${user} AND h.status <> 'revoked')`;

/** Whether an identity provider knows a user, as an expression of SQL. */
export const isFederatedUser = (issuer: Prisma.Sql, user: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM federated_identities f WHERE (f.issuer_id, f.user_id) = (${issuer}, ${user}))`;

/** A user by their key. */
interface UserKey {
  issuerId: string;
  id: string;
}

/** The time at which a user enrolled challenge questions; null if they haven't. */
export async function enrolledAt(db: Transaction, { issuerId, id: userId }: UserKey): Promise<Date | null> {
  const enrolment = await db.challengeEnrolment.findUnique({ where: { issuerId_userId: { issuerId, userId } } });
  return enrolment?.enrolledAt ?? null;
}

/** Whether a user's own setting restricts them to an identity provider. */
export async function isSsoOnlySet(db: Transaction, { issuerId, id: userId }: UserKey): Promise<boolean> {
  const credential = await db.credential.findUnique({ where: { issuerId_userId: { issuerId, userId } } });
  return credential?.ssoOnly ?? false;
}
