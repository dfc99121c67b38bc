import type { Principal } from '../../../lib/access/policy/principal';
import type { Result } from '../../../lib/core/entry/refusal';
import { newId } from '../../../lib/core/secrets/ids';
import { cancelPayment } from '../../../lib/money/payments/cancel-payment';
import { payDays } from '../../../lib/money/payments/cutoff';
import { makePayment } from '../../../lib/money/payments/make-payment';
import { addWalletAccount } from '../../../lib/money/wallet/add-account';
import { asUser, ORIGIN } from '../as-user';
import { DAY } from '../calendar';
import { cardOfUser } from './cards';

/** Who pays the card from which bank account; the numbers are examples that banks publish. */
const PAYERS = [
  {
    userId: 'anna.lindqvist',
    holderName: 'Anna Lindqvist',
    amounts: ['2400', '1850'],
    accounts: [
      { iban: 'SE4550000000058398257466', nickname: 'Everyday' },
      { iban: 'SE7280000810340009783242', nickname: 'Travel' }
    ]
  },
  {
    userId: 'oliver.hayes',
    holderName: 'Oliver Hayes',
    amounts: ['320', '145'],
    accounts: [{ iban: 'GB29NWBK60161331926819', nickname: 'Current account' }]
  }
] as const;

const AGREED =
  'By confirming, I allow the issuer of my card to collect this amount from my bank account by direct debit, once.';

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** Fills wallets, schedules a payment from each, and cancels another. @throws when a command refuses */
export async function payCards(): Promise<void> {
  for (const { userId, holderName, amounts, accounts } of PAYERS) {
    const card = await cardOfUser(userId);
    if (!card) continue;
    await asUser(card.holder, async (principal) => {
      const ids: string[] = [];
      for (const account of accounts) {
        const entry = { scheme: 'iban', holderName, ...account } as const;
        ids.push(done('bank account', await addWalletAccount(principal, entry, ORIGIN)));
      }
      const payments = await schedule(principal, card.accountId, ids[0] as string, amounts);
      done('cancel', await cancelPayment(principal, payments.at(-1) as string, ORIGIN));
    });
  }
}

/** Makes payments for the first banking day that is some days ahead, so that they can still be cancelled. */
async function schedule(
  principal: Principal,
  accountId: string,
  walletAccountId: string,
  amounts: readonly string[]
): Promise<string[]> {
  const { earliest } = await payDays(principal.issuerId, 'iban', undefined, new Date(Date.now() + 3 * DAY));
  const ids: string[] = [];
  for (const amount of amounts) {
    const entry = { accountId, walletAccountId, amount, payOn: earliest, key: newId() };
    ids.push(done('payment', await makePayment(principal, entry, AGREED, ORIGIN)));
  }
  return ids;
}
