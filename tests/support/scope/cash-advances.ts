import { randomUUID } from 'node:crypto';
import { database } from '@/lib/core/database/database';
import { heldAdvance, seenAdvance, usesOf } from '@/lib/money/expenses/advances/advances';
import { closeAdvance, enterAdvance, findAdvanced } from '@/lib/money/expenses/advances/enter-advance';
import { CASH_ADVANCES } from '@/lib/money/expenses/advances/listing';
import { advanceSchema } from '@/lib/money/expenses/advances/schema';
import { setAgainstAdvance, takeOffAdvance } from '@/lib/money/expenses/advances/set-against';
import { ORIGIN } from '../module-world';
import { exported } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  ownerId: string;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];

/** Cardholders see their own; administrators all of their companies. */
function isSeen(watcher: Watcher, { id, ownerId }: Made, world: ScopeWorld): boolean {
  const { role, principal } = watcher;
  if (!['A', 'C', 'G'].includes(role) || !world.sees(watcher, id)) return false;
  return role !== 'A' || principal.userId === ownerId;
}

const found = async (world: ScopeWorld, read: (id: string) => Promise<{ id: string } | null>) =>
  (await Promise.all(madeIn(world).map(({ id }) => read(id)))).flatMap((one) => one?.id ?? []);

/** A cash advance stands at the account of its owner. */
export const cashAdvances: ScopeModule = {
  name: 'cash advances',
  async populate(world) {
    const kept: Made[] = [];
    for (const { role, stands, principal } of world.watchers) {
      const account = role === 'A' ? world.nodes.get([...stands][0] ?? '') : undefined;
      if (!account) continue;
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO cash_advances (issuer_id, id, company_id, account_id, owner_id, paid_on, purpose, currency, amount,
           entered_at, entered_by)
         VALUES ($1, $2, $3, $4, $5, '2026-03-01', 'Trip', 'EUR', 100, now(), $2)`,
        [account.issuerId, id, account.companyId, account.id, principal.userId]
      );
      world.placeOf.set(id, account.id);
      kept.push({ id, ownerId: principal.userId });
    }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const one = madeIn(world).find((each) => each.id === id);
    return one ? isSeen(watcher, one, world) : world.sees(watcher, id);
  },
  readers: {
    CASH_ADVANCES: (principal, world) => exported(principal, CASH_ADVANCES, world),
    seenAdvance: (principal, world) => found(world, (id) => seenAdvance(principal, id)),
    heldAdvance: (principal, world) => found(world, (id) => heldAdvance(database(), principal, id)),
    // No report of this world is set against one.
    usesOf: async (principal, world) => {
      const uses = await Promise.all(
        madeIn(world).map(async ({ id }) => {
          const advance = await seenAdvance(principal, id);
          return advance ? usesOf(principal, advance) : [];
        })
      );
      return uses.flat().map(({ id }) => id);
    },
    // People whose accounts are in their scope.
    findAdvanced: async (principal, world) => {
      const known = new Set(world.placeOf.keys());
      return (await findAdvanced(principal, '')).flatMap(({ id }) => (known.has(id) ? [id] : []));
    }
  },
  complete: {
    seenAdvance: (watcher, world) => madeIn(world).flatMap((one) => (isSeen(watcher, one, world) ? [one.id] : []))
  },
  writes: {
    enterAdvance: (principal, person) =>
      enterAdvance(principal, advanceSchema.parse({ person, paidOn: '2026-03-01', amount: '1', purpose: 'x' }), ORIGIN),
    closeAdvance: (principal, id) => closeAdvance(principal, id, 'x', ORIGIN),
    setAgainstAdvance: (principal, id) => setAgainstAdvance(principal, { id, advanceId: id }, ORIGIN),
    takeOffAdvance: (principal, id) => takeOffAdvance(principal, { id, advanceId: id }, ORIGIN)
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};
