import { randomUUID } from 'node:crypto';
import { integratorChoices } from '@/lib/money/suppliers/integrators';
import { sendTest } from '@/lib/money/suppliers/test-delivery';
import { ORIGIN } from '../module-world';
import type { ScopeModule } from './registry';
import { standsBelow } from './set-up';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, { id: string; issuerId: string }[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const DATA = { delivery: 'webhook', address: 'https://hooks.example/', key: `kept:${'a'.repeat(64)}:` };

/** Integrators lie at their company. */
export const suppliers: ScopeModule = {
  name: 'suppliers',
  async populate(world) {
    const kept: { id: string; issuerId: string }[] = [];
    for (const { id: companyId, issuerId } of world.all('company')) {
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, 'integrator', $3, $4, $5)`,
        [issuerId, id, companyId, `Hub ${id.slice(0, 13)}`, JSON.stringify(DATA)]
      );
      world.placeOf.set(id, companyId);
      kept.push({ id, issuerId });
    }
    made.set(world, kept);
  },
  isSeen: (watcher, id, world) => {
    const place = world.placeOf.get(id);
    return place !== undefined && (world.sees(watcher, id) || standsBelow(watcher, place, world));
  },
  readers: {
    integratorChoices: async (principal) => (await integratorChoices(principal)).map(({ id }) => id)
  },
  writes: {
    sendTest: (principal, id, world) => {
      const { issuerId } = madeIn(world).find((one) => one.id === id) ?? principal;
      return sendTest(principal, { issuerId, id }, ORIGIN);
    }
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};
