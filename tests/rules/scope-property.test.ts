import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { useDatabase } from '../support/module-world';
import { moveSomething } from '../support/scope/move-something';
import { SCOPE_MODULES, type ScopeModule, WITHOUT_RECORDS } from '../support/scope/registry';
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

/** Ids that belong to another run's world are none of this one's business: only this world's records count. */
const ofThisWorld = (world: ScopeWorld, ids: string[]) => ids.filter((id) => world.placeOf.has(id));

/** A world each time, never the same; `WORLDS=20` tries more. */
const WORLDS = Number(process.env.WORLDS ?? 1);

/** The next world is alone again, so that what comes from nowhere is seen. */
async function forget(): Promise<void> {
  await database.current.query(
    "DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', relname), ', ') || ' CASCADE' FROM pg_class WHERE relname IN ('assignments', 'sessions', 'accounts', 'companies', 'jobs', 'issuer_groups', 'files', 'saved_views', 'settings', 'program_options', 'setup_records', 'registrations', 'registration_locks', 'authority_templates', 'user_templates', 'user_groups', 'user_links', 'user_directory', 'recent_items', 'transactions', 'transaction_events', 'approval_profiles', 'approval_delegations', 'ledger_exports', 'ledger_files', 'large_files', 'wallet_accounts', 'sepa_mandates', 'recurring_payments', 'account_balances')); END $$"
  );
  await database.current.query('DELETE FROM users');
  await database.current.query('ALTER TABLE nodes DISABLE TRIGGER ALL');
  await database.current.query('DELETE FROM nodes WHERE issuer_id <> $1', [SYSTEM]);
  await database.current.query('ALTER TABLE nodes ENABLE TRIGGER ALL');
}

describe('CD.20 the scope rule, in worlds grown at random', () => {
  test('nobody reads or writes anything of elsewhere, and everybody reads all that is theirs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const world = await aWorld(seed);
        for (const watcher of world.watchers) {
          await readsWhatIsTheirs(world, watcher);
          await writesNothingOfElsewhere(world, watcher);
        }
        expect(await misplacedNodes(database.current)).toEqual([]);
        await forget();
      }),
      { numRuns: WORLDS, endOnFailure: true }
    );
  }, 900_000);
});

async function readsWhatIsTheirs(world: ScopeWorld, watcher: Watcher): Promise<void> {
  for (const module of SCOPE_MODULES) {
    for (const [name, read] of Object.entries(module.readers)) {
      const ids = await read(watcher.principal, world);
      const place = `${module.name}.${name} for ${watcher.role}`;
      if (module.isSeen || watcher.stands !== 'everything') {
        const leaked = ids.filter((id) => !isSeen(module, watcher, id, world));
        expect({ place, leaked }).toEqual({ place, leaked: [] });
      }
      const all = module.complete?.[name]?.(watcher, world);
      if (all) expect({ place, ids: [...new Set(ofThisWorld(world, ids))].sort() }).toEqual({ place, ids: all.sort() });
    }
  }
}

/** What is elsewhere is answered like what does not exist. */
async function writesNothingOfElsewhere(world: ScopeWorld, watcher: Watcher): Promise<void> {
  const before = await fingerprint();
  for (const module of SCOPE_MODULES) {
    const elsewhere = module.targets(world).filter((id) => !isSeen(module, watcher, id, world));
    for (const [write, attempt] of Object.entries(module.writes)) {
      const name = `${module.name}.${write} for ${watcher.role}`;
      const nothing = await attempt(watcher.principal, randomUUID(), world);
      for (const id of sample(world, elsewhere, 4)) {
        const answer = await attempt(watcher.principal, id, world);
        expect({ name, answer }).toEqual({ name, answer: nothing });
      }
      expect({ name, ok: nothing.ok }).toEqual({ name, ok: false });
    }
  }
  expect(await fingerprint()).toEqual(before);
}

/** Whether a record is visible by its module's rule, else by the scope rule. */
function isSeen(module: ScopeModule, watcher: Watcher, id: string, world: ScopeWorld): boolean {
  return module.isSeen ? module.isSeen(watcher, id, world) : world.sees(watcher, id);
}

const sample = (world: ScopeWorld, ids: string[], most: number) =>
  Array.from({ length: Math.min(most, ids.length) }, () => world.random.pick(ids));

/** Tables that a refused attempt may change: the notes of attempts. */
const LEFT = ['recent_items', 'audit_entries', 'audit_heads'];

/** Every row of every table, so that nothing can have been changed unseen. */
async function fingerprint(): Promise<unknown[]> {
  const tables = await database.current.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition AND relname <> ALL ($1) ORDER BY 1",
    [LEFT]
  );
  const sums = tables.map(
    ({ name }) => `(SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) FROM ${name} t) AS "${name}"`
  );
  return database.current.query(`SELECT ${sums.join(', ')}`);
}

describe('everything that screens can ask for is asked here', () => {
  /** What a file of the app imports from lib, by module. */
  const imported = (folders: string[]) => {
    const found = new Map<string, Set<string>>();
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
    );
    for (const file of files.filter((name) => /\.tsx?$/.test(name)))
      for (const [, names, from] of readFileSync(file, 'utf8').matchAll(
        /import (?!type)\{([^}]*)\} from '@\/lib\/([^']+)'/g
      )) {
        const set = found.get(from as string) ?? new Set();
        for (const name of (names as string).split(',')) set.add((name.trim().split(' as ')[0] as string) ?? '');
        found.set(from as string, set);
      }
    return found;
  };

  /** Whether a module's export is a list, makes one, or is a function that takes a principal. */
  const takesPrincipal = (source: string, name: string) => {
    const list = `const ${name}(: Listing\\b| = ownedListing\\(| = \\{[^;]*satisfies Listing)`;
    const query = `(function\\*? ${name}(<[^>]*>)?|const ${name} = (async )?)\\((((?!\\n\\}|\\): |\\) =>)[^])*\\bPrincipal\\b|((?!\\n\\}|\\): |\\) =>)[^])*\\): Listing\\b)`;
    return new RegExp(`export (async )?(${list}|${query})`).test(source);
  };

  test('a function or list that takes a principal and is not registered is found', () => {
    const registered = imported(['tests/support/scope']);
    const missing = [...imported(['app'])].flatMap(([from, names]) => {
      const path = `lib/${from}.ts`;
      const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
      return [...names]
        .filter((name) => name && takesPrincipal(source, name))
        .filter((name) => !registered.get(from)?.has(name) && !WITHOUT_RECORDS[from]?.includes(name))
        .map((name) => `${from} ${name}`);
    });
    expect(missing).toEqual([]);
    const needless = Object.entries(WITHOUT_RECORDS).flatMap(([from, names]) =>
      names.filter((name) => !takesPrincipal(readFileSync(`lib/${from}.ts`, 'utf8'), name))
    );
    expect(needless).toEqual([]);
  });
});
