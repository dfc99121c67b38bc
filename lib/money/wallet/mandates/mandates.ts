import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { MANDATE, MANDATE_SCHEMES } from './states';

const sql = Prisma.sql;

const mandateRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  walletAccountId: z.string(),
  userId: z.string(),
  number: z.number(),
  /** At most 35 characters, as every bank reads them. */
  reference: z.string(),
  scheme: z.enum(MANDATE_SCHEMES),
  signedOn: z.string(),
  state: z.enum(MANDATE.states),
  blockCode: z.string().nullable(),
  /** The creditor of its last collection, and the day of that. */
  creditorId: z.string().nullable(),
  collectedOn: z.string().nullable()
});

/** What a person lets the issuer collect by from an account with an IBAN (SEPA direct debit). Days are `2026-02-28`. */
export type Mandate = z.infer<typeof mandateRow>;

const COLUMNS = sql`m.issuer_id AS "issuerId", m.id, m.wallet_account_id AS "walletAccountId", m.user_id AS "userId",
  m.number, m.reference, m.scheme::text AS scheme, m.signed_on::text AS "signedOn", m.state::text AS state,
  m.block_code AS "blockCode", m.creditor_id AS "creditorId", m.collected_on::text AS "collectedOn"`;

/** The newest mandate of each account in the principal's own wallet, by the account's id. None through another's eyes. */
export async function ownMandates(principal: Principal, tx: Transaction = database()): Promise<Map<string, Mandate>> {
  if (!may(principal, 'wallet', 'modify')) return new Map();
  const { issuerId, userId } = principal;
  const rows = await readRows(tx, mandateRow)`
    SELECT DISTINCT ON (m.wallet_account_id) ${COLUMNS} FROM sepa_mandates m
    WHERE m.issuer_id = ${issuerId}::uuid AND m.user_id = ${userId}::uuid
    ORDER BY m.wallet_account_id, m.number DESC`;
  return new Map(rows.map((mandate) => [mandate.walletAccountId, mandate]));
}

/** The active mandates of accounts, by the accounts' ids. */
export async function activeMandates(
  tx: Transaction,
  issuerId: string,
  accountIds: readonly string[]
): Promise<Map<string, Mandate>> {
  const rows = await readRows(tx, mandateRow)`
    SELECT ${COLUMNS} FROM sepa_mandates m WHERE m.issuer_id = ${issuerId}::uuid AND m.state = 'active'
      AND m.wallet_account_id = ANY(${[...new Set(accountIds)]}::uuid[])`;
  return new Map(rows.map((mandate) => [mandate.walletAccountId, mandate]));
}

/** Active mandates by their ids, locked until the transaction ends. */
export const holdMandates = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<Mandate[]> =>
  readRows(tx, mandateRow)`
    SELECT ${COLUMNS} FROM sepa_mandates m WHERE m.issuer_id = ${issuerId}::uuid AND m.id = ANY(${[...ids]}::uuid[])
      AND m.state = 'active' ORDER BY m.id FOR UPDATE OF m`;

const activeOf = (column: Prisma.Sql) => (issuerId: Prisma.Sql, accountId: Prisma.Sql) =>
  sql`(SELECT ${column} FROM sepa_mandates m
    WHERE (m.issuer_id, m.wallet_account_id) = (${issuerId}, ${accountId}) AND m.state = 'active')`;

/** The id and the scheme of an account's active mandate; null without one. */
export const mandateIdOf = activeOf(sql`m.id`);
export const mandateSchemeOf = activeOf(sql`m.scheme::text`);

/** The scheme of the mandate that two columns name; null without one. */
export const schemeOfMandate = (issuerId: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  sql`(SELECT m.scheme::text FROM sepa_mandates m WHERE (m.issuer_id, m.id) = (${issuerId}, ${id}))`;
