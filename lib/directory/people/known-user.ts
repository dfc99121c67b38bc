import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';

/** The user id, with which they sign in, of the user that two columns name. */
export const userIdOf = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT named.user_id FROM users named WHERE (named.issuer_id, named.id) = (${issuer}, ${id}))`;

/** Whether the user that two columns name is still there: neither deleted nor inactive. */
export const isStillUser = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM users there WHERE (there.issuer_id, there.id) = (${issuer}, ${id}) AND there.status <> 'inactive')`;

const knownUserRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  locale: z.string().nullable(),
  supervisorId: z.string().nullable(),
  /** The node where they are managed, and the company it is in; none above companies. */
  nodeId: z.string().nullable(),
  companyId: z.string().nullable()
});

/** What is known of a user for a mail to them, their supervisor and their place. */
export type KnownUser = z.infer<typeof knownUserRow>;

/** The user of an id, or null if they are gone. */
export async function knownUser(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<KnownUser | null> {
  return (await knownUsers(tx, issuerId, [id])).get(id) ?? null;
}

/** Those of these users who are still there, by their id. */
export async function knownUsers(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, KnownUser>> {
  const users = await readRows(tx, knownUserRow)`
    SELECT id, concat_ws(' ', first_name, last_name) AS name, email, locale, supervisor_id AS "supervisorId",
      node_id AS "nodeId", company_id AS "companyId"
    FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...new Set(ids)]}::uuid[]) AND deleted_at IS NULL`;
  return new Map(users.map((user) => [user.id, user]));
}
