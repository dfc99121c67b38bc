import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import { queueMail } from '../../../brand/mail/queue-mail';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { knownUser } from '../../../directory/people/known-user';
import { timeZoneAt } from '../../../directory/structure/reads/today';
import { atWalletAccount } from '../../wallet/at-wallet-account';
import { giveMandate, type NextMandate, nextMandate } from '../../wallet/mandates/give-mandate';
import type { Scheme } from '../../wallet/schema';
import type { WalletAccountState } from '../../wallet/states';
import { heldWalletAccount, lockWallet, type WalletAccount, walletFault } from '../../wallet/wallet';
import { COLLECTABLE } from './collectable';

const sql = Prisma.sql;

/** The form: an account of one's own wallet, and whether personal shares are collected from it. */
export const ownAccountSchema = z.object({
  walletAccountId: z.guid('required'),
  collects: z.boolean()
});

const ownAccountRow = z.strictObject({
  walletAccountId: z.string(),
  nickname: z.string(),
  scheme: textOf<Scheme>(),
  country: z.string(),
  lastFour: z.string(),
  /** Nothing is paid to it but while it is usable. */
  state: textOf<WalletAccountState>(),
  chosenAt: z.date(),
  /** What its owner has agreed to; null: nothing is collected from it. */
  authorizationText: z.string().nullable(),
  /** Whether what they owe is collected from it: it isn't any more once a mandate that it takes has ended. */
  collects: z.boolean()
});

/** The bank account that somebody is paid back to. */
export type OwnRepaymentAccount = z.infer<typeof ownAccountRow>;

/** The bank account that the principal is paid back to, or null; nobody but its owner sees it. */
export async function ownRepaymentAccount(
  principal: Principal,
  tx: Transaction = database()
): Promise<OwnRepaymentAccount | null> {
  if (!may(principal, 'wallet', 'modify')) return null;
  const [account] = await readRows(tx, ownAccountRow)`
    SELECT w.id AS "walletAccountId", w.nickname, w.scheme::text AS scheme, w.country, w.last_four AS "lastFour",
      w.state::text AS state, a.chosen_at AS "chosenAt", a.authorization_text AS "authorizationText",
      ${COLLECTABLE} AS collects
    FROM repayment_accounts a ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    WHERE a.issuer_id = ${principal.issuerId}::uuid AND a.user_id = ${principal.userId}::uuid`;
  return account ?? null;
}

/** Why the principal can't choose where they are paid back to, or null: it takes reports and a wallet of their own. */
export async function ownAccountFault(principal: Principal): Promise<Refusal | null> {
  return may(principal, 'expense_reports', 'modify') ? walletFault(principal) : { code: 'forbidden.action' };
}

/** The mandate that is given with the principal's word that personal shares may be collected from an account, or null. */
export const mandateToGive = (
  principal: Principal,
  account: WalletAccount,
  tx: Transaction = database()
): Promise<NextMandate | null> => nextMandate(principal, account, { tx, isPersonal: true });

/**
 * Chooses the account of the principal's wallet that they are paid back to, and, with the words that they agree to, lets
 * personal shares be collected from it: they are a mandate as well, where an account with an IBAN has none. It applies to reports that are approved from then on, and to repayments that are
 * sent again. The owner is told by mail, as a thief of a sign-in would do this first.
 */
export async function chooseOwnAccount(
  principal: Principal,
  { walletAccountId, authorizationText }: { walletAccountId: string; authorizationText: string | null },
  origin: Origin
): Promise<Result<null>> {
  const fault = await ownAccountFault(principal);
  if (fault) return refused(fault);
  const { issuerId, userId } = principal;
  return transaction(async (tx) => {
    await lockWallet(tx, principal);
    const account = await heldWalletAccount(tx, principal, walletAccountId);
    if (!account) return refused({ code: 'not.found' });
    if (account.state !== 'usable') return refused({ code: 'repayment.account.unusable', field: 'walletAccountId' });
    const row = { walletAccountId, chosenAt: now(), authorizationText };
    const mandate = authorizationText === null ? null : await mandateToGive(principal, account, tx);
    if (mandate && authorizationText !== null)
      await giveMandate(tx, principal, account, mandate, authorizationText, origin);
    await tx.repaymentAccount.upsert({
      where: { issuerId_userId: { issuerId, userId } },
      create: { issuerId, userId, ...row },
      update: row
    });
    await tell(tx, principal);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'repayment.account_chosen',
      entity: 'wallet_account',
      entityId: walletAccountId,
      details: { 'last.four': account.lastFour, collects: authorizationText !== null }
    });
    return accepted(null);
  });
}

/** Ends being paid back by bank: reports that are approved from then on go by the payable file. */
export async function stopOwnAccount(principal: Principal, origin: Origin): Promise<Result<null>> {
  const fault = await ownAccountFault(principal);
  if (fault) return refused(fault);
  const { issuerId, userId } = principal;
  return transaction(async (tx) => {
    await lockWallet(tx, principal);
    const account = await ownRepaymentAccount(principal, tx);
    if (!account) return refused({ code: 'not.found' });
    await tx.repaymentAccount.deleteMany({ where: { issuerId, userId } });
    await tell(tx, principal);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'repayment.account_stopped',
      entity: 'wallet_account',
      entityId: account.walletAccountId,
      details: { 'last.four': account.lastFour }
    });
    return accepted(null);
  });
}

/** By mail at once, whatever notices they have chosen. */
async function tell(tx: Transaction, { issuerId, userId, brandName }: Principal): Promise<void> {
  const owner = await knownUser(tx, { issuerId, id: userId });
  if (!owner?.email) return;
  const { email: to, name, locale } = owner;
  await queueMail(tx, issuerId, {
    template: 'repayment_account_changed',
    to,
    name,
    locale: locale ?? '',
    brandName,
    params: {},
    at: now().toISOString(),
    timeZone: await timeZoneAt(issuerId, tx)
  });
}
