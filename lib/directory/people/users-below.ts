import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { atNode } from '../structure/reads/joins';

interface Part {
  issuerId: string;
  /** The path of a place. */
  path: string;
  /** None: any. */
  roles: readonly string[];
  /** The most users that are read; null: all of them. */
  most?: number | null;
}

/** The active users who have a role in force at a place or below it, one of these roles, and meet a condition over `u`. */
export const usersBelow = (
  tx: Transaction,
  { issuerId, path, roles, most = null }: Part,
  condition: Prisma.Sql
): Promise<{ id: string }[]> => {
  const isOfRoles = roles.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`a.role::text = ANY(${[...roles]}::text[])`;
  return readRows(tx, idRow)`
    SELECT u.id FROM users u
    WHERE u.issuer_id = ${issuerId}::uuid AND u.status = 'active' AND ${condition} AND EXISTS (
      SELECT 1 FROM assignments a
      JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
      ${atNode('x.node_id')}
      WHERE (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND role_in_force(a.issuer_id, a.last_day, ${now()})
        AND ${isOfRoles} AND starts_with(n.path, ${path}))
    ORDER BY u.id LIMIT ${most}::int`;
};
