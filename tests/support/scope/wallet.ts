import { database } from '@/lib/core/database/database';
import { cancelMandate } from '@/lib/money/rails/cancel-mandate';
import { simulatedStatement } from '@/lib/money/rails/simulated-statement';
import { addWalletAccount } from '@/lib/money/wallet/add-account';
import { makeDefault, removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { confirmAmounts } from '@/lib/money/wallet/confirm-amounts';
import { ownMandates } from '@/lib/money/wallet/mandates/mandates';
import { heldWalletAccount, ownWallet, walletFault } from '@/lib/money/wallet/wallet';
import { ORIGIN } from '../module-world';
import { anIban } from '../payments';
import { granted } from '../results';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

/** The bank accounts of a world with their owners. */
const made = new WeakMap<ScopeWorld, Map<string, string>>();
const ownersIn = (world: ScopeWorld) => made.get(world) ?? new Map<string, string>();

/** Whoever may have a wallet has one with an account. */
export const wallet: ScopeModule = {
  name: 'wallet',
  async populate(world) {
    const owners = new Map<string, string>();
    for (const { principal } of world.watchers) {
      if (await walletFault(principal)) continue;
      const id = granted(await addWalletAccount(principal, anIban(), ORIGIN));
      world.placeOf.set(id, principal.issuerId);
      owners.set(id, principal.userId);
    }
    made.set(world, owners);
  },
  isSeen: ({ principal }, id, world) => ownersIn(world).get(id) === principal.userId,
  readers: {
    ownWallet: async (principal) => (await ownWallet(principal)).map(({ id }) => id),
    ownMandates: async (principal) => [...(await ownMandates(principal)).keys()],
    heldWalletAccount: async (principal, world) => {
      const ids = [...ownersIn(world).keys()];
      const found = await Promise.all(ids.map((id) => heldWalletAccount(database(), principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    simulatedStatement: async (principal, world) => {
      const ids = [...ownersIn(world).keys()];
      const found = await Promise.all(ids.map((id) => simulatedStatement(principal, id)));
      return ids.filter((_, at) => (found[at]?.length ?? 0) > 0);
    }
  },
  complete: {
    ownWallet: ({ principal }, world) =>
      [...ownersIn(world)].flatMap(([id, owner]) => (owner === principal.userId ? [id] : []))
  },
  writes: {
    makeDefault: (principal, id) => makeDefault(principal, id, ORIGIN),
    confirmAmounts: (principal, id) => confirmAmounts(principal, { id, first: 1, second: 2 }, ORIGIN),
    cancelMandate: (principal, id) => cancelMandate(principal, id, ORIGIN),
    removeWalletAccount: (principal, id) => removeWalletAccount(principal, id, ORIGIN)
  },
  targets: (world) => [...ownersIn(world).keys()]
};
