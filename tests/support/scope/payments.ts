import { randomUUID } from 'node:crypto';
import { database } from '@/lib/core/database/database';
import { balanceOf } from '@/lib/money/payments/balance';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { PAYMENTS } from '@/lib/money/payments/listing';
import { makePayment } from '@/lib/money/payments/make-payment';
import { payableAccount } from '@/lib/money/payments/payable';
import { heldPayment, seenPayment } from '@/lib/money/payments/payments';
import { paymentTerms } from '@/lib/money/payments/terms';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { ORIGIN } from '../module-world';
import { anIban, aPayment, aWalletAccount, IBANS } from '../payments';
import { listed } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const SEEING = ['A', 'C'];
const entry = (accountId: string) => ({
  accountId,
  walletAccountId: randomUUID(),
  amount: '150',
  payOn: '2026-12-15',
  key: randomUUID()
});
const accountOf = (world: ScopeWorld, id: string) => world.placeOf.get(id) ?? id;
const isOf = ({ role }: Watcher) => SEEING.includes(role);

/** A payment is seen where its account lies, by those who make payments. */
export const payments: ScopeModule = {
  name: 'payments',
  async populate(world) {
    const payer = world.watchers.filter(isOf);
    const ids: string[] = [];
    for (const account of world.all('account')) {
      const principal = payer.find((one) => one.principal.issuerId === account.issuerId)?.principal;
      if (!principal) continue;
      const [known] = await ownWallet(principal);
      const walletAccountId = known?.id ?? (await aWalletAccount(principal, anIban(IBANS[1])));
      const id = await aPayment(world.database, account, { payerId: principal.userId, walletAccountId });
      world.placeOf.set(id, account.id);
      ids.push(id);
    }
    made.set(world, ids);
  },
  isSeen: (watcher, id, world) => world.sees(watcher, id) && (!madeIn(world).includes(id) || isOf(watcher)),
  readers: {
    PAYMENTS: (principal, world) => listed(principal, PAYMENTS, world),
    seenPayment: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((id) => seenPayment(principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    heldPayment: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((id) => heldPayment(database(), principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    payableAccount: async (principal, world) => {
      const found = await Promise.all(world.all('account').map(({ id }) => payableAccount(principal, id)));
      await Promise.all(found.map((account) => account && balanceOf(principal, account)));
      return found.flatMap((one) => one?.id ?? []);
    },
    paymentTerms: async (principal, world) => {
      const found = await Promise.all(world.all('account').map(({ id }) => paymentTerms(principal, entry(id))));
      return found.flatMap((one) => (one.ok ? one.value.account.id : []));
    }
  },
  complete: {
    seenPayment: (watcher, world) => madeIn(world).filter((id) => isOf(watcher) && world.sees(watcher, id))
  },
  writes: {
    makePayment: (principal, id, world) => makePayment(principal, entry(accountOf(world, id)), 'Agreed.', ORIGIN),
    cancelPayment: (principal, id) => cancelPayment(principal, id, ORIGIN)
  },
  targets: madeIn
};
