import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Belongings } from '../../directory/people/merge-users';

type Acting = Pick<Principal, 'issuerId' | 'userId'>;

/** The user ids of somebody who enters an amount, as an array in SQL (CD.60): their own, those linked to it now or merged into it. */
export const authorsOf = ({ issuerId, userId }: Acting): Prisma.Sql =>
  Prisma.sql`ARRAY(SELECT author_ids(${issuerId}::uuid, ${userId}::uuid))`;

/** The same, looked up. */
export async function authorIds(tx: Transaction, principal: Acting): Promise<string[]> {
  const [own] = await tx.$queryRaw<{ ids: string[] }[]>`SELECT ${authorsOf(principal)} AS ids`;
  return own?.ids ?? [];
}

/** Under which user ids an approver, and each of those they stand in for, may have entered an amount. */
export async function authorsAmong(
  tx: Transaction,
  principal: Acting,
  delegators: readonly string[]
): Promise<{ own: ReadonlySet<string>; of: (delegator: string) => ReadonlySet<string> }> {
  const rows = await tx.$queryRaw<{ id: string; ids: string[] }[]>`
    SELECT d AS id, ARRAY(SELECT author_ids(${principal.issuerId}::uuid, d)) AS ids
    FROM unnest(${[...delegators]}::uuid[]) AS d`;
  const found = new Map(rows.map(({ id, ids }) => [id, new Set(ids)]));
  return { own: new Set(await authorIds(tx, principal)), of: (delegator) => found.get(delegator) ?? new Set() };
}

/** What somebody has entered, whoever they are merged into has entered. */
export const amountsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.$executeRaw`
      UPDATE merged_users SET kept_id = ${keptId}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND kept_id = ${mergedId}::uuid`;
    await tx.$executeRaw`
      INSERT INTO merged_users (issuer_id, merged_id, kept_id)
      VALUES (${issuerId}::uuid, ${mergedId}::uuid, ${keptId}::uuid)`;
    return [];
  }
};
