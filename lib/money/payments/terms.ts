import type { Principal } from '../../access/policy/principal';
import { settingValue } from '../../access/settings/setting-value';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { type NextMandate, nextMandate } from '../wallet/mandates/give-mandate';
import { heldWalletAccount, ownWallet, type WalletAccount } from '../wallet/wallet';
import { movesMoneyOn } from './bank-days';
import { payDays } from './cutoff';
import { type PayableAccount, payableAccount, payingFault, schemeOf } from './payable';
import type { PaymentEntry } from './schema';
import { hasStatement } from './statements/statements';

/** A payment that may be made: which bank account pays for which card account. */
export interface PaymentTerms {
  account: PayableAccount;
  from: WalletAccount;
  /** What is given with the payment, where nothing can be collected from the account yet. */
  mandate: NextMandate | null;
}

type Wanted = Omit<PaymentEntry, 'key'>;

/** Why nothing is paid from an account. */
export const NOT_USABLE = {
  proposed: 'payment.from.unconfirmed',
  declined: 'payment.from.unconfirmed',
  added: 'payment.from.validating',
  validating: 'payment.from.validating',
  blocked: 'payment.from.blocked'
} as const;

/** Whether a payment may be made as it is wanted (C2.035); `isHeld` locks its bank account until the transaction ends. */
export async function paymentTerms(
  principal: Principal,
  wanted: Wanted,
  tx: Transaction = database(),
  { isHeld = false } = {}
): Promise<Result<PaymentTerms>> {
  const closed = await payingFault(principal);
  if (closed) return refused(closed);
  const account = await payableAccount(principal, wanted.accountId, tx);
  if (!account) return refused({ code: 'not.found' });
  if (wanted.statementId && !(await hasStatement(tx, account, wanted.statementId)))
    return refused({ code: 'not.found' });
  const id = wanted.walletAccountId;
  const from = isHeld
    ? await heldWalletAccount(tx, principal, id)
    : (await ownWallet(principal, tx)).find((one) => one.id === id);
  if (!from) return refused({ code: 'payment.from.gone', field: 'walletAccountId' });
  if (from.state !== 'usable') return refused({ code: NOT_USABLE[from.state], field: 'walletAccountId' });
  if (from.scheme !== schemeOf(account.currency))
    return refused({ code: 'payment.from.other', field: 'walletAccountId', params: { currency: account.currency } });
  const fault = (await amountFault(account, wanted, tx)) ?? (await dayFault(account, wanted, from, tx));
  return fault ? refused(fault) : accepted({ account, from, mandate: await nextMandate(principal, from, { tx }) });
}

/** The least that may be paid on an account: 100, or what its company or issuer asks (C5.031, C9.038). */
export const leastPayment = (
  { issuerId, companyId }: Pick<PayableAccount, 'issuerId' | 'companyId'>,
  tx: Transaction = database()
): Promise<string> => settingValue(tx, { issuerId, companyId }, 'payment.minimum');

async function amountFault(
  account: PayableAccount,
  { amount }: Pick<Wanted, 'amount'>,
  tx: Transaction
): Promise<Refusal | null> {
  const { currency } = account;
  const paid = new Prisma.Decimal(amount);
  const scale = minorDigits(currency);
  if (paid.decimalPlaces() > scale) return { code: 'number.too.many.decimals', field: 'amount', params: { scale } };
  const minimum = await leastPayment(account, tx);
  if (paid.lt(minimum))
    return { code: 'payment.below.minimum', field: 'amount', params: { minimum: Number(minimum), currency } };
  return null;
}

async function dayFault(
  { issuerId }: PayableAccount,
  { payOn }: Pick<Wanted, 'payOn'>,
  { scheme }: WalletAccount,
  tx: Transaction
): Promise<Refusal | null> {
  const { earliest, latest } = await payDays(issuerId, scheme, tx);
  if (payOn < earliest) return { code: 'payment.day.early', field: 'payOn', params: { earliest } };
  if (payOn > latest) return { code: 'date.too.late', field: 'payOn', params: { maximum: latest } };
  return movesMoneyOn(scheme, payOn) ? null : { code: 'payment.day.closed', field: 'payOn' };
}
