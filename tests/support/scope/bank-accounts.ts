import { database } from '@/lib/core/database/database';
import { decideBankAccount } from '@/lib/money/wallet/decide-account';
import { BANK_ACCOUNTS } from '@/lib/money/wallet/listing';
import { heldBankAccount, seenBankAccount } from '@/lib/money/wallet/proposed-accounts';
import { ORIGIN } from '../module-world';
import { aProposedAccount } from '../payments';
import { aUserAt } from '../structure';
import { listed } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const accountsIn = (world: ScopeWorld) => made.get(world) ?? [];

/** A proposed bank account lies where its owner is managed. */
export const bankAccounts: ScopeModule = {
  name: 'bank accounts',
  async populate(world) {
    const kept: string[] = [];
    for (const node of world.all('company')) {
      const owner = await aUserAt(world.database, 'C', node);
      world.placeOf.set(owner.id, node.id);
      const id = await aProposedAccount(world.database, owner);
      world.placeOf.set(id, node.id);
      kept.push(id);
    }
    made.set(world, kept);
  },
  readers: {
    BANK_ACCOUNTS: (principal, world) => listed(principal, BANK_ACCOUNTS, world),
    seenBankAccount: async (principal, world) => {
      const found = await Promise.all(accountsIn(world).map((id) => seenBankAccount(principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    heldBankAccount: async (principal, world) => {
      const found = await Promise.all(accountsIn(world).map((id) => heldBankAccount(database(), principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    }
  },
  writes: {
    decideBankAccount: (principal, id) => decideBankAccount(principal, { id, event: 'decline', reason: 'x' }, ORIGIN)
  },
  targets: accountsIn
};
