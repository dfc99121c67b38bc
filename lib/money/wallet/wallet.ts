import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { programFeatures } from '../../directory/programs/features';
import { SCHEMES } from './schema';
import { WALLET_ACCOUNT } from './states';
import { BLOCK_REASONS, VALIDATIONS } from './validation';

/** The most bank accounts of a wallet (C9.030). */
export const MOST_ACCOUNTS = 5;

export const walletRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  place: z.number(),
  scheme: z.enum(SCHEMES),
  country: z.string(),
  nickname: z.string(),
  holderName: z.string(),
  routingNumber: z.string().nullable(),
  kind: z.enum(['checking', 'savings']).nullable(),
  lastFour: z.string(),
  isDefault: z.boolean(),
  /** Nothing is paid from it but while it is usable. */
  state: z.enum(WALLET_ACCOUNT.states),
  declineReason: z.string().nullable(),
  /** How it is validated, and from or until when: known once the bank has it. */
  validation: z.enum(VALIDATIONS).nullable(),
  validationDay: z.string().nullable(),
  tries: z.number(),
  blockReason: z.enum(BLOCK_REASONS).nullable(),
  /** The bank's code. */
  blockCode: z.string().nullable()
});

/** A bank account in somebody's wallet (C3.029). Its number is known by its last four characters only. */
export type WalletAccount = z.infer<typeof walletRow>;

/** The columns about the validation of account `w`. */
export const VALIDATED = Prisma.sql`w.validation::text AS validation, w.validation_day::text AS "validationDay",
  w.tries, w.block_reason::text AS "blockReason", w.block_code AS "blockCode"`;

/** The id of a bank account, or null once it was removed from its wallet. */
export const idInWallet = (issuerId: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT w.id FROM wallet_accounts w WHERE (w.issuer_id, w.id) = (${issuerId}, ${id}))`;

type Owner = Pick<Principal, 'issuerId' | 'userId'>;

const select = (tx: Transaction, { issuerId, userId }: Owner, condition: Prisma.Sql, end = Prisma.empty) =>
  readRows(tx, walletRow)`
    SELECT w.issuer_id AS "issuerId", w.id, w.place, w.scheme::text AS scheme, w.country, w.nickname,
      w.holder_name AS "holderName", w.routing_number AS "routingNumber", w.kind::text AS kind,
      w.last_four AS "lastFour", w.is_default AS "isDefault", w.state::text AS state,
      w.decline_reason AS "declineReason", ${VALIDATED}
    FROM wallet_accounts w
    WHERE w.issuer_id = ${issuerId}::uuid AND w.user_id = ${userId}::uuid AND ${condition}
    ORDER BY w.is_default DESC, w.place ${end}`;

/** Why a principal can't use a wallet, or null: it takes the right, one's own eyes, and a programme with wallets. */
export async function walletFault(principal: Principal): Promise<Refusal | null> {
  const has = may(principal, 'wallet', 'modify') && (await programFeatures(principal)).has('wallet');
  return has ? null : { code: 'forbidden.action' };
}

/** The bank accounts in the principal's own wallet, the default one first (C1.033). None through another's eyes. */
export const ownWallet = async (principal: Principal, tx: Transaction = database()): Promise<WalletAccount[]> =>
  may(principal, 'wallet', 'modify') ? select(tx, principal, Prisma.sql`TRUE`) : [];

/** A bank account of the principal's own wallet, locked until the transaction ends; null if there is none. */
export async function heldWalletAccount(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<WalletAccount | null> {
  if (!may(principal, 'wallet', 'modify')) return null;
  const [account] = await select(tx, principal, Prisma.sql`w.id = ${id}::uuid`, Prisma.sql`FOR UPDATE`);
  return account ?? null;
}

/** Lets one command at a time change a wallet, until the transaction ends. */
export async function lockWallet(tx: Transaction, { issuerId, userId }: Owner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`wallet/${issuerId}/${userId}`}, 0))`;
}
