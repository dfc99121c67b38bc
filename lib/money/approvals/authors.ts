import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Belongings } from '../../directory/people/merge-users';

type Acting = Pick<Principal, 'issuerId' | 'userId'>;

/**
 * The user ids under which an amount counts as the user's own, as an SQL array (CD.60): the user's id and those linked
 * to it or merged into it.
 */
export const authorsOf = ({ issuerId, userId }: Acting): Prisma.Sql =>
  Prisma.sql`ARRAY(SELECT author_ids(${issuerId}::uuid, ${userId}::uuid))`;

const ownRow = z.strictObject({ ids: z.array(z.string()) });

/** Returns the same ids from a query. */
export async function authorIds(tx: Transaction, principal: Acting): Promise<string[]> {
  const [own] = await readRows(tx, ownRow)`SELECT ${authorsOf(principal)} AS ids`;
  return own?.ids ?? [];
}

/** Amounts that a user entered; after a merge they belong to the kept user. */
export const amountsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.mergedUser.updateMany({ where: { issuerId, keptId: mergedId }, data: { keptId } });
    await tx.mergedUser.createMany({ data: { issuerId, mergedId, keptId } });
    return [];
  }
};
