import { z } from 'zod';
import { appendAudits, type Origin } from '../../core/audit/audit';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows, textOf } from '../../core/database/rows';
import { todayAt } from '../../directory/structure/reads/today';
import { postNotice } from '../../kit/notices/post-notice';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { amountsHash } from './micro-amounts';
import { WALLET_ACCOUNT, type WalletAccountState } from './states';
import type { BlockReason, Validation } from './validation';

const sql = Prisma.sql;

/** Issuers with accounts that wait to be validated. */
export const issuersToValidate = (): Promise<{ id: string }[]> =>
  readRows(database(), idRow)`
    SELECT DISTINCT w.issuer_id AS id FROM wallet_accounts w WHERE w.validation IS NOT NULL AND w.state = 'added' ORDER BY 1`;

const addedRow = z.strictObject({ id: z.string(), validation: textOf<Validation>() });

/** An account that waits to be validated, and how. */
export type AddedAccount = z.infer<typeof addedRow>;

/** The accounts of an issuer that wait to be validated, locked until the transaction ends. */
export const addedAccounts = (tx: Transaction, issuerId: string, most: number): Promise<AddedAccount[]> =>
  readRows(tx, addedRow)`
    SELECT w.id, w.validation::text AS validation FROM wallet_accounts w
    WHERE w.issuer_id = ${issuerId}::uuid AND w.validation IS NOT NULL AND w.state = 'added'
    ORDER BY w.added_at, w.id LIMIT ${most} FOR UPDATE OF w`;

const countRow = z.strictObject({ count: z.number() });

/** How many accounts of an issuer wait to be validated. */
export async function countAdded(issuerId: string): Promise<number> {
  const [row] = await readRows(database(), countRow)`
    SELECT count(*)::int AS count FROM wallet_accounts w
    WHERE w.issuer_id = ${issuerId}::uuid AND w.validation IS NOT NULL AND w.state = 'added'`;
  return (row as { count: number }).count;
}

/**
 * Notes that accounts are in a file for their bank, with the cents of their micro-entries, which are kept as a hash only.
 * @throws if one was changed meanwhile
 */
export async function sendToValidate(
  tx: Transaction,
  issuerId: string,
  sent: readonly { id: string; cents: readonly [number, number] | null }[]
): Promise<void> {
  for (const { id, cents } of sent) {
    const changed = await tx.$executeRaw`
      UPDATE wallet_accounts w SET state = ${WALLET_ACCOUNT.events.send.to}::wallet_account_state,
        amounts_hash = ${cents && amountsHash(issuerId, id, cents)}
      WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ${id}::uuid
        AND ${startingFrom(sql`w.state`, WALLET_ACCOUNT.events.send)}`;
    mustChange(changed, 1);
  }
}

const ownerRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  lastFour: z.string(),
  state: textOf<WalletAccountState>(),
  validation: textOf<Validation>().nullable()
});

const OWNED = sql`w.id, w.user_id AS "userId", w.last_four AS "lastFour", w.state::text AS state,
  w.validation::text AS validation`;

/** An account whose validation the bank has, and its owner. */
export type HeldAccount = z.infer<typeof ownerRow>;

/** Accounts by their ids, locked until the transaction ends. Those that were removed are missing. */
export const holdAccounts = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<HeldAccount[]> =>
  readRows(tx, ownerRow)`
    SELECT ${OWNED} FROM wallet_accounts w WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ANY(${[...ids]}::uuid[])
    ORDER BY w.id FOR UPDATE OF w`;

/**
 * Notes that the bank has a file: from which day a prenote is good, and through which day amounts are taken. Who has to
 * type amounts is told.
 */
export async function beginValidation(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[],
  days: Readonly<Record<Validation, string>>
): Promise<void> {
  const begun = await readRows(tx, ownerRow)`
    UPDATE wallet_accounts w SET validation_day = CASE w.validation WHEN 'prenote' THEN ${days.prenote}::date
      ELSE ${days.micro_entries}::date END
    WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ANY(${[...ids]}::uuid[]) AND w.state = 'validating'
      AND w.validation_day IS NULL
    RETURNING ${OWNED}`;
  for (const account of begun.filter(({ validation }) => validation === 'micro_entries'))
    await tell(tx, issuerId, account, 'payment.account.amounts');
}

/** Who ends a validation: the owner of the account, or, without a user, the bank or its day. */
export interface Ending {
  origin: Origin;
  userId?: string;
}

/** What the owner of an account is told; none of it says an amount. */
type AccountNotice = 'payment.account.amounts' | 'payment.account.blocked' | 'payment.account.validated';

const tell = (
  tx: Transaction,
  issuerId: string,
  { userId, lastFour }: Pick<HeldAccount, 'userId' | 'lastFour'>,
  kind: AccountNotice
): Promise<void> =>
  postNotice(tx, {
    issuerId,
    userId,
    kind,
    params: { number: `•••• ${lastFour}` },
    href: '/workspace/wallet'
  });

const by = (issuerId: string, userId?: string) => (userId ? { actorUserId: userId } : { nodeId: issuerId });

/** Makes accounts usable whose validation is over, and tells their owners. @throws if one was changed meanwhile */
export async function passValidation(
  tx: Transaction,
  issuerId: string,
  accounts: readonly HeldAccount[],
  { origin, userId }: Ending
): Promise<void> {
  const { to, audit } = WALLET_ACCOUNT.events.validate;
  const changed = await tx.$executeRaw`
    UPDATE wallet_accounts w SET state = ${to}::wallet_account_state
    WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ANY(${accounts.map(({ id }) => id)}::uuid[])
      AND ${startingFrom(sql`w.state`, WALLET_ACCOUNT.events.validate)}`;
  mustChange(changed, accounts.length);
  for (const account of accounts) await tell(tx, issuerId, account, 'payment.account.validated');
  await appendAudits(
    tx,
    origin,
    accounts.map(({ id, state, lastFour }) => ({
      issuerId,
      action: audit,
      entity: 'wallet_account',
      entityId: id,
      ...by(issuerId, userId),
      details: { 'before.state': state, 'after.state': to, 'last.four': lastFour }
    }))
  );
}

/** An account that is to be blocked, with the reason and the bank's code of it. */
export type Blocking = HeldAccount & { reason: BlockReason; code: string | null };

/** Blocks accounts: nothing is paid from them any more. Their owners are told. @throws if one was changed meanwhile */
export async function blockAccounts(
  tx: Transaction,
  issuerId: string,
  blocked: readonly Blocking[],
  { origin, userId }: Ending
): Promise<void> {
  const { to, audit } = WALLET_ACCOUNT.events.block;
  const rows = blocked.map(({ id, reason, code }) => ({ id, reason, code }));
  const changed = await tx.$executeRaw`
    UPDATE wallet_accounts w SET state = ${to}::wallet_account_state, block_reason = b.reason::wallet_block_reason,
      block_code = b.code
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS b (id uuid, reason text, code text)
    WHERE w.issuer_id = ${issuerId}::uuid AND w.id = b.id
      AND ${startingFrom(sql`w.state`, WALLET_ACCOUNT.events.block)}`;
  mustChange(changed, rows.length);
  for (const account of blocked) await tell(tx, issuerId, account, 'payment.account.blocked');
  await appendAudits(
    tx,
    origin,
    blocked.map(({ id, state, lastFour, reason, code }) => ({
      issuerId,
      action: audit,
      entity: 'wallet_account',
      entityId: id,
      ...by(issuerId, userId),
      details: { 'before.state': state, 'after.state': to, 'last.four': lastFour, reason, ...(code && { code }) }
    }))
  );
}

/** The accounts of an issuer whose day is over where it is, locked until the transaction ends. */
export async function accountsDue(tx: Transaction, issuerId: string, validation: Validation): Promise<HeldAccount[]> {
  const isOver = validation === 'prenote' ? sql`<=` : sql`<`;
  return readRows(tx, ownerRow)`
    SELECT ${OWNED} FROM wallet_accounts w
    WHERE w.issuer_id = ${issuerId}::uuid AND w.validation = ${validation}::wallet_validation AND w.state = 'validating'
      AND w.validation_day ${isOver} ${await todayAt(issuerId, tx)}::date
    ORDER BY w.id FOR UPDATE OF w SKIP LOCKED`;
}
