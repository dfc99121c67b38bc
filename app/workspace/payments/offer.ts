import type { Principal } from '@/lib/access/policy/principal';
import { balanceOf } from '@/lib/money/payments/balance';
import { payDays } from '@/lib/money/payments/cutoff';
import { type PayableAccount, schemeOf } from '@/lib/money/payments/payable';
import { leastPayment } from '@/lib/money/payments/terms';
import { ownWallet, type WalletAccount } from '@/lib/money/wallet/wallet';
import type { PaymentOffer } from './fields';

/**
 * What the reader is offered for paying an account: bank accounts of other schemes can't pay it, nor those that aren't usable.
 */
export async function offerFor(principal: Principal, account: PayableAccount): Promise<PaymentOffer> {
  const scheme = schemeOf(account.currency);
  const [balance, wallet, days, minimum] = await Promise.all([
    balanceOf(principal, account),
    ownWallet(principal),
    payDays(account.issuerId, scheme),
    leastPayment(account)
  ]);
  const fitting = wallet.filter((one) => one.scheme === scheme);
  return {
    balance,
    days,
    minimum,
    currency: account.currency,
    wallet: fitting.filter(({ state }) => state === 'usable'),
    waitsFor: waitsFor(fitting)
  };
}

function waitsFor(wallet: readonly WalletAccount[]): PaymentOffer['waitsFor'] {
  if (wallet.some(({ state }) => state === 'added' || state === 'validating')) return 'validation';
  return wallet.some(({ state }) => state === 'proposed') ? 'person' : null;
}
