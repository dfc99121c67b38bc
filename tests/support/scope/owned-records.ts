import { randomUUID } from 'node:crypto';
import type { ScopeWorld, Watcher } from './world';

/** A record that belongs to a person. */
interface Owned {
  id: string;
  ownerId: string;
}

/** The account at which a record of a cardholder stands. */
interface OwnersAccount {
  id: string;
  issuerId: string;
  companyId: string | null;
}

/** Records of a kind that cardholders see of their own, and administrators of all of their companies. */
export function ownedRecords() {
  const kept = new WeakMap<ScopeWorld, Owned[]>();
  const of = (world: ScopeWorld) => kept.get(world) ?? [];
  const sees = (world: ScopeWorld, watcher: Watcher, { id, ownerId }: Owned): boolean => {
    const { role, principal } = watcher;
    if (!['A', 'C', 'G'].includes(role) || !world.sees(watcher, id)) return false;
    return role !== 'A' || principal.userId === ownerId;
  };
  return {
    of,
    /** Remembers records that a world has, each with the account at which it stands. */
    keep(world: ScopeWorld, records: readonly (Owned & { accountId: string })[]) {
      for (const { id, accountId } of records) world.placeOf.set(id, accountId);
      kept.set(world, [...records]);
    },
    /** Adds a record for each cardholder. */
    async addToCardholders(
      world: ScopeWorld,
      insert: (account: OwnersAccount, id: string, ownerId: string) => Promise<unknown>
    ) {
      const records: (Owned & { accountId: string })[] = [];
      for (const { role, stands, principal } of world.watchers) {
        const account = role === 'A' ? world.nodes.get([...stands][0] ?? '') : undefined;
        if (!account) continue;
        const id = randomUUID();
        await insert(account, id, principal.userId);
        records.push({ id, ownerId: principal.userId, accountId: account.id });
      }
      this.keep(world, records);
    },
    isSeen(watcher: Watcher, id: string, world: ScopeWorld): boolean {
      const one = of(world).find((each) => each.id === id);
      return one ? sees(world, watcher, one) : world.sees(watcher, id);
    },
    /** The ids of all that a person sees. */
    seenBy: (watcher: Watcher, world: ScopeWorld) =>
      of(world).flatMap((one) => (sees(world, watcher, one) ? [one.id] : [])),
    /** The ids of those that a read gives. */
    found: async (world: ScopeWorld, read: (id: string) => Promise<{ id: string } | null>) =>
      (await Promise.all(of(world).map(({ id }) => read(id)))).flatMap((one) => one?.id ?? []),
    targets: (world: ScopeWorld) => of(world).map(({ id }) => id)
  };
}
