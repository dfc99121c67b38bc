import { randomUUID } from 'node:crypto';
import { database } from '@/lib/core/database/database';
import { changeRecurringState } from '@/lib/money/payments/recurring/change-state';
import { heldRecurring, seenRecurring, seenRecurringPayments } from '@/lib/money/payments/recurring/recurring';
import { changeRecurring, setUpRecurring } from '@/lib/money/payments/recurring/save-recurring';
import { ORIGIN } from '../module-world';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const isOf = ({ role }: Watcher) => ['A', 'C'].includes(role);
const entry = () => ({ pays: 'statement', daysBefore: 3, walletAccountId: randomUUID() }) as const;

/** A recurring payment is seen where its account lies, by those who make payments. */
export const recurringPayments: ScopeModule = {
  name: 'recurring payments',
  async populate(world) {
    const payers = world.watchers.filter(isOf);
    const ids: string[] = [];
    for (const account of world.all('account')) {
      const payer = payers.find((one) => one.principal.issuerId === account.issuerId)?.principal;
      if (!payer) continue;
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO recurring_payments (issuer_id, id, company_id, account_id, payer_id, payer, from_last_four, pays,
           currency, days_before, after, authorization_text, made_at)
         VALUES ($1, $2, $3, $4, $5, '{}', '3000', 'statement', 'EUR', 3, '2026-01-31', 'Agreed.', now())`,
        [account.issuerId, id, account.companyId, account.id, payer.userId]
      );
      world.placeOf.set(id, account.id);
      ids.push(id);
    }
    made.set(world, ids);
  },
  isSeen: (watcher, id, world) => world.sees(watcher, id) && (!madeIn(world).includes(id) || isOf(watcher)),
  readers: {
    seenRecurringPayments: async (principal) => (await seenRecurringPayments(principal)).map(({ id }) => id),
    seenRecurring: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((id) => seenRecurring(principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    heldRecurring: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((id) => heldRecurring(database(), principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    }
  },
  complete: {
    seenRecurring: (watcher, world) => madeIn(world).filter((id) => isOf(watcher) && world.sees(watcher, id))
  },
  writes: {
    setUpRecurring: (principal, id, world) =>
      setUpRecurring(principal, world.placeOf.get(id) ?? id, entry(), 'Agreed.', ORIGIN),
    changeRecurring: (principal, id) => changeRecurring(principal, { id, version: 1 }, entry(), 'Agreed.', ORIGIN),
    changeRecurringState: (principal, id) => changeRecurringState(principal, id, 'stop', ORIGIN)
  },
  targets: madeIn
};
