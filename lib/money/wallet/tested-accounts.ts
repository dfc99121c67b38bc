import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows, textOf } from '../../core/database/rows';
import type { WalletAccountState } from './states';

const sql = Prisma.sql;

const countedWhere = (condition: Prisma.Sql) => (issuerId: Prisma.Sql, ids: Prisma.Sql) =>
  sql`(SELECT count(*)::int FROM wallet_accounts w WHERE w.issuer_id = ${issuerId} AND w.id IN (${ids}) AND ${condition})`;

/** How many of the bank accounts whose ids a query gives are with the bank to be validated, or came back from it. */
export const validatingAmong = countedWhere(sql`w.state = 'validating'`);
export const returnedAmong = countedWhere(sql`w.block_reason = 'returned'`);

const testedRow = z.strictObject({
  id: z.string(),
  lastFour: z.string(),
  state: textOf<WalletAccountState>(),
  blockCode: z.string().nullable()
});

/** A bank account that a file validates, by the last four digits of its number. */
export type TestedAccount = z.infer<typeof testedRow>;

/** The first accounts of those whose ids a query gives: the blocked ones, then the others as they were added. */
export const testedAccounts = (issuerId: string, ids: Prisma.Sql, most: number): Promise<TestedAccount[]> =>
  readRows(database(), testedRow)`
    SELECT w.id, w.last_four AS "lastFour", w.state::text AS state, w.block_code AS "blockCode" FROM wallet_accounts w
    WHERE w.issuer_id = ${issuerId}::uuid AND w.id IN (${ids})
    ORDER BY w.state = 'blocked' DESC, w.added_at, w.id LIMIT ${most}`;

/** Whether an account in a user's wallet waits for the amounts of its micro-entries, and its bank has them. */
export const awaitsAmounts = (
  { issuerId, userId }: Pick<Principal, 'issuerId' | 'userId'>,
  id: string
): Promise<boolean> =>
  exists(database())`
    SELECT 1 FROM wallet_accounts w
    WHERE w.issuer_id = ${issuerId}::uuid AND w.user_id = ${userId}::uuid AND w.id = ${id}::uuid
      AND w.state = 'validating' AND w.validation = 'micro_entries' AND w.validation_day IS NOT NULL`;
