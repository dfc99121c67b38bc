import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { transactionColumns } from './transactions';

/** Accounts whose own index is gone through; of more, some are met soon among the newest of the company. */
const MOST_ACCOUNTS = 200;

/**
 * The condition that a transaction lies in the principal's part, so written that the newest are found by an index.
 * Companies and what is above have indexes; below one the planner can't know how many of the company's transactions
 * lie in a part of it: few accounts are named one by one, among many the path is looked up row by row.
 */
export async function inPart({ scope }: Pick<Principal, 'scope'>): Promise<Prisma.Sql> {
  const seen = within(scope, transactionColumns);
  const isDeep = scope.subtrees.some(({ companyId, nodeId }) => companyId !== null && companyId !== nodeId);
  if (scope.everywhere || !isDeep) return seen;
  const accounts = await readRows(database(), idRow)`
    SELECT n.id FROM nodes n WHERE n.kind = 'account' AND ${within(scope, nodeColumns('n'))} LIMIT ${MOST_ACCOUNTS + 1}`;
  const ids = accounts.map(({ id }) => id);
  if (ids.length <= MOST_ACCOUNTS) return Prisma.sql`${seen} AND t.account_id = ANY(${ids}::uuid[])`;
  const path = Prisma.sql`(SELECT place.path FROM nodes place WHERE (place.issuer_id, place.id) = (t.issuer_id, t.account_id))`;
  return within(scope, { ...transactionColumns, path });
}
