import { randomUUID } from 'node:crypto';
import { dryRun } from '@/lib/money/expense-policies/dry-run';
import { startVersion } from '@/lib/money/expense-policies/start-version';
import { ORIGIN } from '../module-world';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

interface Kept {
  id: string;
  issuerId: string;
}
const made = new WeakMap<ScopeWorld, Kept[]>();
const policiesIn = (world: ScopeWorld) => made.get(world) ?? [];

/** A draft that finds every transaction. */
async function aPolicyOf(world: ScopeWorld, issuerId: string, companyId: string): Promise<Kept> {
  const [id, rule] = [randomUUID(), randomUUID()];
  await world.database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data) VALUES
       ($1, $2, 'expense-policy', $4, NULL, 'Travel', '{}'),
       ($1, $3, 'expense-policy-rule', $4, $2, 'Amount per line', '{"kind":"line","level":"note","amount":"0"}')`,
    [issuerId, id, rule, companyId]
  );
  world.placeOf.set(id, companyId);
  return { id, issuerId };
}

/** Expense policies are set-up records; a dry run shows the transactions of one's own part. */
export const expensePolicies: ScopeModule = {
  name: 'expense-policies',
  async populate(world) {
    const kept: Kept[] = [];
    for (const { issuerId, id } of world.all('company')) kept.push(await aPolicyOf(world, issuerId, id));
    made.set(world, kept);
  },
  // Like all set-up records, those of a place above one's own are seen too.
  isSeen: ({ stands }, id, world) => {
    const place = world.placeOf.get(id);
    if (place === undefined) return false;
    return stands === 'everything' || stands.some((node) => world.isBelow(node, place) || world.isBelow(place, node));
  },
  readers: {
    dryRun: async (principal, world) => {
      const told = policiesIn(world).map(async (policy) => {
        const run = await dryRun(principal, policy);
        const listed = run?.results.flatMap((result) => result.listed.map(({ transaction }) => transaction.id)) ?? [];
        return run ? [policy.id, ...listed] : [];
      });
      return (await Promise.all(told)).flat();
    }
  },
  writes: {
    startVersion: (principal, id, world) => {
      const policy = policiesIn(world).find((one) => one.id === id);
      return startVersion(principal, policy ?? { issuerId: principal.issuerId, id }, ORIGIN);
    }
  },
  targets: (world) => policiesIn(world).map(({ id }) => id)
};
