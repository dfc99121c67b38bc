import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atUser } from '../../directory/people/at-user';
import { userName } from '../../directory/people/reads/user-name';
import { userColumns } from '../../directory/people/user-record';
import { VALIDATED, walletRow } from './wallet';

const sql = Prisma.sql;

/** Bank accounts `w` for which a second person is or was asked, with their owners `u` at nodes `n`. */
export const PROPOSED_ACCOUNTS = sql`wallet_accounts w ${atUser(sql`w.issuer_id`, sql`w.user_id`)}`;

/** The condition that a principal sees bank account `w`: nobody but its owner sees one that needs no second person. */
export const inReach = ({ scope }: Principal): Prisma.Sql =>
  sql`(w.state = 'proposed' OR w.decided_at IS NOT NULL) AND ${within(scope, userColumns)}`;

export const OWNER = userName(sql`w.issuer_id`, sql`w.user_id`);

const proposedRow = walletRow.omit({ place: true, isDefault: true }).extend({
  userId: z.string(),
  owner: z.string(),
  addedAt: z.date(),
  decidedAt: z.date().nullable(),
  decidedBy: z.string().nullable()
});

/** A bank account for which a second person is or was asked, as that person sees it; its number by the last four. */
export type ProposedAccount = z.infer<typeof proposedRow>;

const select = (tx: Transaction, principal: Principal, id: string, end: Prisma.Sql): Promise<ProposedAccount[]> =>
  readRows(tx, proposedRow)`
    SELECT w.issuer_id AS "issuerId", w.id, w.user_id AS "userId", ${OWNER} AS owner, w.scheme::text AS scheme, w.country,
      w.nickname, w.holder_name AS "holderName", w.routing_number AS "routingNumber", w.kind::text AS kind,
      w.last_four AS "lastFour", w.added_at AS "addedAt", w.state::text AS state, w.decided_at AS "decidedAt",
      ${userName(sql`w.issuer_id`, sql`w.decided_by`)} AS "decidedBy", w.decline_reason AS "declineReason",
      ${VALIDATED}
    FROM ${PROPOSED_ACCOUNTS} WHERE w.id = ${id}::uuid AND ${inReach(principal)} ${end}`;

/** A proposed or decided bank account in the principal's reach, or null. */
export async function seenBankAccount(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<ProposedAccount | null> {
  if (!may(principal, 'bank_accounts', 'view')) return null;
  const [account] = await select(tx, principal, id, Prisma.empty);
  return account ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldBankAccount(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<ProposedAccount | null> {
  const [account] = await select(tx, principal, id, Prisma.sql`FOR UPDATE OF w`);
  return account ?? null;
}
