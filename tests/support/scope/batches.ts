import { randomBytes, randomUUID } from 'node:crypto';
import { applyBatch } from '@/lib/money/batches/apply-batch';
import { offeredSetups, ownBatch, recentBatches } from '@/lib/money/batches/batches';
import { exampleFile } from '@/lib/money/batches/example-file';
import { leaveFolder, takeFolder } from '@/lib/money/batches/folders/change-folder';
import { foldersOf } from '@/lib/money/batches/folders/folders';
import { ORIGIN } from '../module-world';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import { standsBelow } from './set-up';
import type { ScopeWorld } from './world';

// Folders are offered where the operator has one.
process.env.TESSERA_BATCHES_FOLDER = '/tmp';

interface Made {
  id: string;
  userId: string;
  setup: string;
}
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const DATA = { format: 'csv', template: randomUUID() };

/** A file of purchase requests is of whoever brought it; set-ups and their folders are of a company's requesters. */
export const batches: ScopeModule = {
  name: 'batches',
  async populate(world) {
    const kept: Made[] = [];
    for (const { id: companyId, issuerId } of world.all('company')) {
      const [user] = await world.database.query<{ id: string }>(
        'SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1',
        [issuerId]
      );
      if (!user) continue;
      const [id, setup] = [randomUUID(), randomUUID()];
      await world.database.query(
        `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, 'batch-setup', $3, $4, $5)`,
        [issuerId, setup, companyId, `Batch ${setup.slice(0, 13)}`, JSON.stringify(DATA)]
      );
      await world.database.query(
        `INSERT INTO purchase_batches (issuer_id, id, company_id, user_id, setup_id, file_name, content_hash, requests, faults,
           uploaded_at) VALUES ($1, $2, $3, $4, $5, 'x.csv', $6, '[]', '[]', now())`,
        [issuerId, id, companyId, user.id, setup, randomBytes(32)]
      );
      await world.database.query(
        `INSERT INTO batch_folders (issuer_id, setup_id, user_id, owner, good_only) VALUES ($1, $2, $3, '{}', false)`,
        [issuerId, setup, user.id]
      );
      world.placeOf.set(id, companyId);
      world.placeOf.set(setup, companyId);
      kept.push({ id, userId: user.id, setup });
    }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const batch = madeIn(world).find((one) => one.id === id);
    if (batch) return batch.userId === watcher.principal.userId;
    const place = world.placeOf.get(id);
    // A set-up is offered in one's company, which one needn't see whole.
    return place !== undefined && (world.sees(watcher, id) || standsBelow(watcher, place, world));
  },
  readers: {
    recentBatches: async (principal) => (await recentBatches(principal)).map(idOf),
    ownBatch: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ id }) => ownBatch(principal, id)));
      return found.filter((one) => one !== null).map(idOf);
    },
    offeredSetups: async (principal) => (await offeredSetups(principal)).map(idOf),
    exampleFile: async (principal, world) => {
      const found: string[] = [];
      for (const { setup } of madeIn(world)) if (await exampleFile(principal, setup)) found.push(setup);
      return found;
    },
    foldersOf: async (principal) => (await foldersOf(principal)).map(({ setupId }) => setupId)
  },
  writes: {
    applyBatch: (principal, id) => applyBatch(principal, { id, goodOnly: true }, ORIGIN),
    takeFolder: (principal, setup) => takeFolder(principal, { setup, faulty: 'none', readHour: null }, ORIGIN),
    leaveFolder: (principal, setup) => leaveFolder(principal, setup, ORIGIN)
  },
  targets: (world) => madeIn(world).flatMap(({ id, setup }) => [id, setup])
};
