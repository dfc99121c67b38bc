import { database, transaction } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import { changeReport } from '../../../lib/money/expenses/change-report';
import { chooseOwnAccount } from '../../../lib/money/expenses/repayments/own-account';
import { choosePayer } from '../../../lib/money/expenses/repayments/payer';
import { payDue } from '../../../lib/money/rails/repayments/pay-due';
import { settleRepayments } from '../../../lib/money/rails/repayments/settle-repayments';
import { simulateBank } from '../../../lib/money/rails/simulated-bank';
import { addWalletAccount } from '../../../lib/money/wallet/add-account';
import { ownWallet } from '../../../lib/money/wallet/wallet';
import { asUser, ORIGIN, type Person } from '../as-user';
import { DAY } from '../calendar';
import { cardOfUser } from './cards';
import { EXPENSE_REPORTS } from './expense-reports';
import { managersAbove } from './work';

/** The company that pays by bank, by its administrator; the numbers are examples that banks publish. */
const COMPANY = {
  userId: 'henrik.dahl',
  account: { iban: 'SE3550000000054910000003', holderName: 'Älvdala Energi AB', nickname: 'Expenses' }
};

/** Whose reports it pays; anna.lindqvist has a bank account already. */
const PAID = [
  { userId: 'anna.lindqvist', account: null, collects: true },
  {
    userId: 'tove.nilsen',
    // The simulated bank doesn't know it.
    account: { iban: 'SE2750000000058398257499', holderName: 'Tove Nilsen', nickname: 'Savings' },
    collects: false
  }
] as const;

const AGREED =
  'My company may collect what I owe for personal shares of approved expense reports, until I withdraw this.';

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/**
 * Approves reports whose company pays by bank: one is paid back, another came back from the bank, and what a third owes is
 * with the bank, which answers once the server runs. @throws when a command refuses
 */
export async function repayReports(): Promise<void> {
  const payer = await cardOfUser(COMPANY.userId);
  if (!payer) return;
  await payByBank(payer.holder);
  for (const { userId, account, collects } of PAID) {
    const card = await cardOfUser(userId);
    if (card) await bePaid(card.holder, account, collects);
  }
  await approveReports(payer.holder.issuerId);
  while (await payDue());
  await settleCredits(payer.holder.issuerId);
}

/** Lets the company of an administrator pay from a bank account. */
async function payByBank(administrator: Person): Promise<void> {
  const { companyId } = await database().user.findUniqueOrThrow({ where: { issuerId_id: administrator } });
  await asUser(administrator, async (principal) => {
    const entry = { scheme: 'iban', ...COMPANY.account } as const;
    const walletAccountId = done('bank account', await addWalletAccount(principal, entry, ORIGIN));
    done('payer', await choosePayer(principal, { companyId: companyId as string, walletAccountId }, ORIGIN));
  });
}

/** Chooses a cardholder's account to be paid back to: a new one, or the first of their wallet. */
async function bePaid(
  holder: Person,
  account: { iban: string; holderName: string; nickname: string } | null,
  collects: boolean
): Promise<void> {
  await asUser(holder, async (principal) => {
    const walletAccountId = account
      ? done('bank account', await addWalletAccount(principal, { scheme: 'iban', ...account }, ORIGIN))
      : (await ownWallet(principal))[0]?.id;
    const wanted = { walletAccountId: walletAccountId as string, authorizationText: collects ? AGREED : null };
    done('account for repayments', await chooseOwnAccount(principal, wanted, ORIGIN));
  });
}

async function approveReports(issuerId: string): Promise<void> {
  const titles = EXPENSE_REPORTS.filter(({ isRepaid }) => isRepaid).map(({ title }) => title);
  const reports = await database().expenseReport.findMany({ where: { issuerId, title: { in: titles } } });
  for (const { id, version, accountId } of reports) {
    const [manager] = await managersAbove(issuerId, accountId);
    if (!manager) throw new Error(`nobody approves report ${id}`);
    await asUser(manager, async (principal) =>
      done('approval', await changeReport(principal, id, { event: 'approve', version }, ORIGIN))
    );
  }
}

/** Lets the bank answer about the credits, and puts their day five days back, so that it has passed. */
async function settleCredits(issuerId: string): Promise<void> {
  const { fileId: id } = await database().repaymentEntry.findFirstOrThrow({ where: { issuerId, direction: 'credit' } });
  await transaction((tx) => simulateBank(tx, { payload: { issuerId, id } }));
  const before = new Date(Date.now() - 5 * DAY);
  await database().paymentFile.updateMany({ where: { issuerId, id }, data: { collectOn: before, fetchedAt: before } });
  while (await settleRepayments());
}
