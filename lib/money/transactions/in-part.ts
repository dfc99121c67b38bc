import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { accountIds, pathOfNode } from '../../directory/structure/reads/node-columns';
import { transactionColumns } from './transactions';

/**
 * Up to this many accounts are read by their own index; with more, some appear soon among the company's newest
 * transactions.
 */
const MOST_ACCOUNTS = 200;

/**
 * The condition that a transaction is in the principal's scope, written so that an index finds the newest. Companies
 * and higher nodes have indexes. Below a company the planner can't estimate a subtree's share: few accounts are listed
 * one by one, for many the path is checked row by row.
 */
export async function inPart({ scope }: Pick<Principal, 'scope'>): Promise<Prisma.Sql> {
  const seen = within(scope, transactionColumns);
  const isDeep = scope.subtrees.some(({ companyId, nodeId }) => companyId !== null && companyId !== nodeId);
  if (scope.everywhere || !isDeep) return seen;
  const accounts = await readRows(database(), idRow)`
    ${accountIds(within(scope, nodeColumns('n')))} LIMIT ${MOST_ACCOUNTS + 1}`;
  const ids = accounts.map(({ id }) => id);
  if (ids.length <= MOST_ACCOUNTS) return Prisma.sql`${seen} AND t.account_id = ANY(${ids}::uuid[])`;
  const path = pathOfNode(Prisma.sql`t.issuer_id`, Prisma.sql`t.account_id`);
  return within(scope, { ...transactionColumns, path });
}
