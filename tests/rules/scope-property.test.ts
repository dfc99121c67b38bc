import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { moveNode } from '@/lib/structure/move-node';
import { seenNode } from '@/lib/structure/nodes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { SCOPE_MODULES } from '../support/scope/registry';
import { aScopeWorld, randomOf, type ScopeWorld, type Watcher } from '../support/scope/world';
import { misplacedNodes } from '../support/structure-invariants';

const database = useDatabase();
const SYSTEM = '00000000-0000-7000-8000-000000000000';

/** A world with some moves behind it: paths are no longer in the order of creation. */
async function aWorld(seed: number): Promise<ScopeWorld> {
  const world = await aScopeWorld(database.current, randomOf(seed), moveSomething);
  for (const { populate } of SCOPE_MODULES) await populate?.(world);
  world.placeOf.set(SYSTEM, SYSTEM);
  return world;
}

async function moveSomething(world: ScopeWorld): Promise<void> {
  const { random } = world;
  const movable = world.all().filter(({ kind }) => kind === 'org_point' || kind === 'account' || kind === 'company');
  const node = random.pick(movable);
  const places = world.all().filter(({ issuerId, id }) => issuerId === node.issuerId && id !== node.id);
  const parent = random.pick(places);
  const program = await aPrincipalAt(world.database, 'I', world.nodes.get(node.issuerId) as typeof node);
  const version = (await seenNode(program, node.id))?.version ?? 1;
  const moved = await moveNode(program, node.id, { parentId: parent.id, version }, ORIGIN);
  if (moved.ok) world.parents.set(node.id, parent.id);
}

/** Ids that belong to another run's world are none of this one's business: only this world's records count. */
const ofThisWorld = (world: ScopeWorld, ids: string[]) => ids.filter((id) => world.placeOf.has(id));

const property = (check: (world: ScopeWorld, watcher: Watcher) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
      const world = await aWorld(seed);
      for (const watcher of world.watchers) await check(world, watcher);
      expect(await misplacedNodes(database.current)).toEqual([]);
      await forget();
    }),
    { numRuns: 3, endOnFailure: true }
  );

/** The next world is alone again, so that what comes from nowhere is seen. */
async function forget(): Promise<void> {
  await database.current.query(
    "DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', relname), ', ') || ' CASCADE' FROM pg_class WHERE relname IN ('assignments', 'sessions', 'accounts', 'companies', 'jobs', 'issuer_groups')); END $$"
  );
  await database.current.query('DELETE FROM users');
  await database.current.query('ALTER TABLE nodes DISABLE TRIGGER ALL');
  await database.current.query('DELETE FROM nodes WHERE issuer_id <> $1', [SYSTEM]);
  await database.current.query('ALTER TABLE nodes ENABLE TRIGGER ALL');
}

describe('CD.20 the scope rule, in worlds grown at random', () => {
  test('nobody reads anything of elsewhere, and everybody all that is theirs', async () => {
    await property(async (world, watcher) => {
      for (const module of SCOPE_MODULES) {
        for (const [name, read] of Object.entries(module.readers)) {
          const ids = await read(watcher.principal, world);
          const place = `${module.name}.${name} for ${watcher.role}`;
          if (watcher.stands !== 'everything') {
            const leaked = ids.filter((id) => !world.sees(watcher, id));
            expect({ place, leaked }).toEqual({ place, leaked: [] });
          }
          const all = module.complete?.[name]?.(watcher, world);
          if (all)
            expect({ place, ids: [...new Set(ofThisWorld(world, ids))].sort() }).toEqual({ place, ids: all.sort() });
        }
      }
    });
  }, 300_000);

  test('nobody writes anything of elsewhere: the answer is that of what does not exist', async () => {
    await property(async (world, watcher) => {
      const before = await fingerprint();
      for (const module of SCOPE_MODULES) {
        const elsewhere = module.targets(world).filter((id) => !world.sees(watcher, id));
        for (const [name, write] of Object.entries(module.writes)) {
          const nothing = await write(watcher.principal, randomUUID(), world);
          for (const id of sample(world, elsewhere, 8)) {
            const answer = await write(watcher.principal, id, world);
            expect({ name, role: watcher.role, answer }).toEqual({ name, role: watcher.role, answer: nothing });
          }
          expect({ name, ok: nothing.ok }).toEqual({ name, ok: false });
        }
      }
      expect(await fingerprint()).toEqual(before);
    });
  }, 300_000);
});

const sample = (world: ScopeWorld, ids: string[], most: number) =>
  Array.from({ length: Math.min(most, ids.length) }, () => world.random.pick(ids));

/** Every row of the structure and the audit, so that nothing can have been changed unseen. */
function fingerprint(): Promise<unknown[]> {
  return database.current.query(
    `SELECT (SELECT md5(string_agg(n::text, '' ORDER BY id)) FROM nodes n) AS nodes,
       (SELECT md5(string_agg(a::text, '' ORDER BY id)) FROM accounts a) AS accounts,
       (SELECT count(*) FROM audit_entries) AS audit, (SELECT count(*) FROM jobs) AS jobs`
  );
}
