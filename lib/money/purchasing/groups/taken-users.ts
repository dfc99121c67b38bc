import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { sqlStateOf, UNIQUE_VIOLATION } from '../../../core/database/sql-state';
import type { Refusal } from '../../../core/entry/refusal';
import { userName } from '../../../directory/people/reads/user-name';

const takenRow = z.strictObject({ user: z.string(), group: z.string() });

interface Group {
  issuerId: string;
  id: string;
}

/**
 * The refusal that names the first user who is in another active group, among a group's users and those to be added;
 * null if none is (C4.016, C4.048).
 */
export async function takenUser(
  tx: Transaction,
  { issuerId, id }: Group,
  added: readonly string[] = []
): Promise<Refusal | null> {
  const own = Prisma.sql`SELECT o.user_id FROM purchase_group_users o
    WHERE o.issuer_id = ${issuerId}::uuid AND o.group_id = ${id}::uuid`;
  const [taken] = await readRows(tx, takenRow)`
    SELECT ${userName(Prisma.sql`m.issuer_id`, Prisma.sql`m.user_id`)} AS user, g.name AS group
    FROM purchase_group_users m
    JOIN purchase_groups g ON (g.issuer_id, g.id) = (m.issuer_id, m.group_id)
    WHERE m.issuer_id = ${issuerId}::uuid AND m.group_id <> ${id}::uuid AND m.group_state = 'active'
      AND (m.user_id = ANY(${[...added]}::uuid[]) OR m.user_id IN (${own}))
    ORDER BY 1, m.user_id LIMIT 1`;
  return taken ? { code: 'purchase.group.user.taken', params: taken } : null;
}

/**
 * Runs a command that puts users into an active group. Where another command did so at the same moment, the key of the
 * database refuses it: the second try then finds the other group and names it.
 */
export async function onceMoreIfTaken<T>(command: () => Promise<T>): Promise<T> {
  try {
    return await command();
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    return command();
  }
}
