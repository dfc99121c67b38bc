import type { Principal } from '../../../lib/access/policy/principal';
import { database } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import { newId } from '../../../lib/core/secrets/ids';
import { createRecord } from '../../../lib/kit/setup/create-record';
import { entityNamed } from '../../../lib/kit/setup/entities';
import { cancelPayment } from '../../../lib/money/payments/cancel-payment';
import { payDays } from '../../../lib/money/payments/cutoff';
import { makePayment } from '../../../lib/money/payments/make-payment';
import { collectDue } from '../../../lib/money/rails/collect-due';
import { originatorOf } from '../../../lib/money/rails/originators';
import { addWalletAccount } from '../../../lib/money/wallet/add-account';
import { administratorOf, asUser, ORIGIN } from '../as-user';
import { DAY } from '../calendar';
import { cardOfUser } from './cards';

/** Who pays the card from which bank account; the numbers are examples that banks publish. */
const PAYERS = [
  {
    userId: 'anna.lindqvist',
    holderName: 'Anna Lindqvist',
    amounts: ['2400', '1850'],
    sent: '950',
    accounts: [
      { iban: 'SE4550000000058398257466', nickname: 'Everyday' },
      { iban: 'SE7280000810340009783242', nickname: 'Travel' },
      // The simulated bank has no money on it.
      { iban: 'SE8150000000058398257400', nickname: 'Old account' }
    ]
  },
  {
    userId: 'oliver.hayes',
    holderName: 'Oliver Hayes',
    amounts: ['320', '145'],
    sent: '210',
    accounts: [{ iban: 'GB29NWBK60161331926819', nickname: 'Current account' }]
  }
] as const;

const AGREED =
  'By confirming, I allow the issuer of my card to collect this amount from my bank account by direct debit, once.';

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** What the demo's banks know issuers by; the numbers are examples that banks publish. */
const BANK = {
  name: 'Card payments',
  rail: 'sepa',
  bankName: 'Demo bank',
  creditorId: 'DE98ZZZ09999999999',
  bic: 'COBADEFFXXX',
  iban: 'DE89370400440532013000'
};

/**
 * Fills wallets, schedules a payment from each, cancels another, and sends an older one to the simulated bank, which
 * answers once the server runs. @throws when a command refuses
 */
export async function payCards(): Promise<void> {
  for (const { userId, holderName, amounts, accounts, sent } of PAYERS) {
    const card = await cardOfUser(userId);
    if (!card) continue;
    await setUpBank(card.holder.issuerId);
    await asUser(card.holder, async (principal) => {
      const ids: string[] = [];
      for (const account of accounts) {
        const entry = { scheme: 'iban', holderName, ...account } as const;
        ids.push(done('bank account', await addWalletAccount(principal, entry, ORIGIN)));
      }
      const [older = ''] = await schedule(principal, card.accountId, ids.at(-1) as string, [sent]);
      await agePayment(principal.issuerId, older);
      const payments = await schedule(principal, card.accountId, ids[0] as string, amounts);
      done('cancel', await cancelPayment(principal, payments.at(-1) as string, ORIGIN));
    });
  }
  while (await collectDue());
}

/** Lets the issuer collect by direct debit, once. */
async function setUpBank(issuerId: string): Promise<void> {
  if (await originatorOf(database(), issuerId, 'sepa')) return;
  await asUser(await administratorOf(issuerId), async (principal) => {
    const made = await createRecord(principal, entityNamed('bank-originator'), { issuerId }, BANK, ORIGIN);
    if (!made.ok) throw new Error(`bank: ${JSON.stringify(made.refusals)}`);
  });
}

/** Puts the day of a payment five days back, so that its cutoff has passed. */
async function agePayment(issuerId: string, id: string): Promise<void> {
  await database().payment.updateMany({
    where: { issuerId, id },
    data: { payOn: new Date(Date.now() - 5 * DAY) }
  });
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
