/** Which tests of which file ask for which mutants, kept in .data/mutation until the test file changes. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMutated, listMutants } from './instrument.mjs';

const PLACE = '.data/mutation/coverage.json';
const LIMIT = 300_000;

export const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The source files of a module, or of all. */
export function sourcesOf(module) {
  return readdirSync('lib', { recursive: true })
    .map((name) => join('lib', name))
    .filter(isMutated)
    .filter((name) => !module || name.startsWith(`lib/${module}/`) || name === module)
    .sort();
}

/** Every mutant of these files. */
export const mutantsOf = (files) => files.flatMap((file) => listMutants(file, readFileSync(file, 'utf8')));

/** Whether a test takes something of a module itself, not only through others, or has its name, or sets up what it declares. */
const isAbout = (file, text, module) =>
  file.includes(basename(module).replace(/s$/, '')) ||
  new RegExp(`^import (?!type )[^;]*? from '@/lib/${module}/`, 'm').test(text) ||
  setsUp(text, entitiesOf(module));

/** Two kinds of its records, or the one that there is: a single word may mean anything. */
const setsUp = (text, entities) =>
  entities.length > 0 && entities.filter((name) => text.includes(`'${name}'`)).length >= Math.min(2, entities.length);

const entitiesOf = (module) =>
  existsSync(`lib/${module}/entities`)
    ? readdirSync(`lib/${module}/entities`).map((name) => basename(name, '.ts'))
    : [];

/**
 * Runs the tests of tests/rules that are about a module, and were not run as they are, and says which mutants each one
 * reaches; those whose names match `with`, too, and with `wide` all of tests/rules.
 */
export async function coverage(runs, { module, wide, with: also, without, fresh, say }) {
  const kept = !fresh && existsSync(PLACE) ? JSON.parse(readFileSync(PLACE, 'utf8')) : {};
  const short = new Map(mutantsOf(sourcesOf()).map(({ id, key }) => [id, digestOf(key)]));
  const result = {};
  for (const file of readdirSync('tests/rules').sort()) {
    if (!file.endsWith('.test.ts') || (without && new RegExp(without).test(file))) continue;
    const path = join('tests/rules', file);
    const text = readFileSync(path, 'utf8');
    const digest = digestOf(text);
    if (!wide && !(also && new RegExp(also).test(file)) && !isAbout(file, text, module)) continue;
    // One that failed may only have been slow: it is run again.
    if (kept[path]?.digest === digest && !kept[path].fails) {
      result[path] = kept[path];
      continue;
    }
    const { failed, loaded, reached, millis } = await runs.run(path, null, { limit: LIMIT, stops: false });
    say(`  ${path} ${millis} ms${failed.length > 0 ? `, fails without a mutant: ${failed[0].slice(0, 200)}` : ''}`);
    const digests = (ids) => [...new Set(ids.map((id) => short.get(id)).filter(Boolean))];
    const by = {};
    for (const [index, [, ids]] of reached.entries())
      for (const one of digests(ids)) by[one] = [...(by[one] ?? []), index];
    const titles = reached.map(([title]) => title);
    result[path] = { digest, millis, fails: failed.length > 0, loaded: digests(loaded), titles, reached: by };
    mkdirSync(dirname(PLACE), { recursive: true });
    writeFileSync(PLACE, JSON.stringify({ ...kept, ...result }));
  }
  return Object.entries(result)
    .filter(([, { fails }]) => !fails)
    .map(([path, { millis, loaded, titles, reached }]) => ({
      path,
      millis,
      loaded: new Set(loaded),
      titles,
      reached: new Map(Object.entries(reached))
    }));
}

/** The titles of those tests of a file that reach a mutant; null for all of them, as where it is loaded for all. */
export function reaching({ titles, reached, loaded }, mutant) {
  const digest = digestOf(mutant.key);
  const found = (reached.get(digest) ?? []).map((index) => titles[index]);
  return found.length === 0 || found.includes('') || loaded.has(digest) ? null : found;
}

/**
 * The test files that can notice a mutant, the likeliest and cheapest first, `most` at the most: a third of them those
 * that reach most of its file, however slow. One that is evaluated as its file is loaded counts for tests that run
 * something of that file; one that is newer than what is kept, too.
 */
export function candidates(mutant, tests, { ofFile, wins, most }) {
  const digest = digestOf(mutant.key);
  const neighbours = ofFile.get(mutant.file);
  const loads = tests.filter(({ loaded }) => loaded.has(digest));
  const asks = tests.filter((test) => test.reached.has(digest) || test.loaded.has(digest));
  const pool = asks.length > 0 ? asks : tests;
  const shared = (test) => neighbours.filter((one) => test.reached.has(one)).length;
  const weight = (test) => {
    const won = wins.get(`${mutant.file} ${test.path}`) ?? 0;
    // One that only loads the file may be the quickest there is, of what is declared in it.
    return (Math.max(1, shared(test)) * (1 + 3 * won)) / test.millis;
  };
  const able = pool
    .filter((test) => shared(test) > 0 || loads.length > 0)
    .map((test) => ({ test, weight: weight(test), depth: shared(test) }))
    .sort((a, b) => b.weight - a.weight);
  const quick = able.slice(0, most - Math.floor(most / 3));
  const deep = able.filter((one) => !quick.includes(one)).sort((a, b) => b.depth - a.depth);
  return [...quick, ...deep].slice(0, most).map(({ test }) => test);
}
