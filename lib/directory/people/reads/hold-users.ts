import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';

/**
 * Locks users until the commit, always in the same order; false if one was deleted or merged meanwhile, or doesn't meet
 * a condition, of user `u`.
 */
export async function holdUsers(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[],
  condition = Prisma.sql`TRUE`
): Promise<boolean> {
  const held = await tx.$executeRaw`
    SELECT 1 FROM users u WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ANY(${[...ids]}::uuid[]) AND u.deleted_at IS NULL
      AND ${condition}
    ORDER BY u.id FOR KEY SHARE OF u`;
  return held === ids.length;
}
