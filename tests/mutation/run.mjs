/**
 * Breaks the guards of a module one at a time and reports which the tests notice. docs/security/mutation.md shows the
 * result.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../../lib/launch/test-postgres.mjs';
import { constraintMutants } from './constraints.mjs';
import { candidates, coverage, digestOf, mutantsOf, reaching, sourcesOf } from './coverage.mjs';
import { acceptedMutants, rateOf, report, reportWithout } from './report.mjs';
import { TestRuns, TIMED_OUT } from './test-runs.mjs';

const USAGE = `npm run mutate -- <module> [options]

<module>  as money/ledger, lib/<module>/<file>.ts, or constraints
--sample N         try N of the guards (all)
--seed S           which ones a sample takes (1)
--time MINUTES     begin no more after so long (600)
--files N          the most test files that a guard is tried with (12)
--only TEXT        those with this text in their name
--survivors        those that survived before and aren't accepted
--more             those that were not tried before
--unseen           as --more, and the page tells what of them was noticed at once
--wide             with all of tests/rules, not only those about the module
--with PATTERN    with the test files, too, whose names match: those of modules that use this one
--without PATTERN  without the test files whose names match
--fresh            find out anew which test reaches which guard
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    time: { type: 'string', default: '600' },
    files: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    survivors: { type: 'boolean', default: false },
    more: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    with: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    wide: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false }
  }
});
const [module] = positionals;
const say = (text) => process.stdout.write(`${text}\n`);
if (options.help || !module) {
  say(USAGE);
  process.exit(options.help ? 0 : 1);
}
const onlyMore = options.more || options.unseen;
const place = `.data/mutation/${module?.replaceAll('/', '-')}.json`;
const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};

const folder = mkdtempSync(join(tmpdir(), 'tessera-mutation-'));
// As for Jest: one that stands already is used.
const { TEST_DATABASE_URL } = process.env;
const postgres = TEST_DATABASE_URL
  ? { env: { TEST_DATABASE_URL }, stop: async () => {} }
  : await startTestPostgres(folder);
const runs = new TestRuns(postgres.env);
/** Whether a test passes without those before it. */
const standing = new Map();
const accepted = acceptedMutants();
/** Mutants that are tried together: a test file is loaded once for many, and a stopped run loses those of one batch. */
const AT_ONCE = 200;
try {
  await main();
} finally {
  await runs.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  if (module === 'constraints')
    return finish(await constraintMutants(runs, { ...postgres.env, ...options, known, say }));
  const all = mutantsOf(sourcesOf(module));
  if (all.length === 0) throw new Error(`There is no guard in ${module}.`);
  const chosen = sampled(all).filter(isWanted);
  say(`${all.length} guards, ${chosen.length} to try`);
  const tests = await coverage(runs, {
    module: moduleOf(module),
    wide: options.wide,
    with: options.with,
    without: options.without,
    fresh: options.fresh,
    say
  });
  // What was tried before stays known while it is there.
  const there = new Set(all.map(({ key }) => key));
  const kept = options.survivors || onlyMore || options.only ? Object.entries(known) : [];
  const outcome = Object.fromEntries(kept.filter(([key]) => there.has(key)));
  await tryAll(chosen, tests, outcome);
  finish({ found: all.length, outcome });
}

/** The module of a file below lib, `money/ledger` or `sign-in`; a module stays what it is. */
function moduleOf(name) {
  if (!name.startsWith('lib/')) return name;
  const [, wing, folder] = name.split('/');
  return ['core', 'sign-in'].includes(wing) ? wing : `${wing}/${folder}`;
}

/** Of many, those whose digests come first: the same ones in every run, whatever else changes. */
function sampled(mutants) {
  const order = mutants.map((mutant) => ({ mutant, rank: digestOf(`${options.seed} ${mutant.key}`) }));
  order.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return order.slice(0, Number(options.sample)).map(({ mutant }) => mutant);
}

function isWanted({ key }) {
  const before = known[key];
  const isAgain = !options.survivors || (before && !accepted.has(key) && (isLeft(before) || isTimedOut(before)));
  return key.includes(options.only) && isAgain && !(onlyMore && before);
}

function isLeft({ status }) {
  return status !== 'noticed';
}

/** It may only have been slow: `--survivors` tries it again. */
function isTimedOut({ by }) {
  return by?.endsWith(TIMED_OUT);
}

/** Adds to `outcome`, which is saved as it grows: `--more` continues a stopped run. */
async function tryAll(mutants, tests, outcome) {
  const end = Date.now() + Number(options.time) * 60_000;
  const ofFile = groupDigests(mutantsOf(sourcesOf(module)));
  const wins = new Map();
  let settled = 0;
  for (let at = 0; at < mutants.length; at += AT_ONCE) {
    if (Date.now() > end) {
      say(`time is over, ${mutants.length - at} left out`);
      break;
    }
    let open = mutants
      .slice(at, at + AT_ONCE)
      .map((mutant) => ({ mutant, left: candidates(mutant, tests, { ofFile, wins, most: Number(options.files) }) }));
    const settle = (mutant, result) => {
      outcome[mutant.key] = result;
      keep(outcome);
      const { file, line, mutator, shown } = mutant;
      say(
        `${++settled}/${mutants.length} ${result.status} ${file}:${line} ${mutator} ${shown.slice(0, 100)} ${result.by ?? ''}`
      );
    };
    for (const { mutant } of open.filter(({ left }) => left.length === 0))
      settle(mutant, { status: 'unreached', line: mutant.line });
    for (open = open.filter(({ left }) => left.length > 0); open.length > 0; ) {
      const [test, group] = largestGroup(open);
      const found = await withMutants(
        test,
        group.map(({ mutant }) => mutant)
      );
      say(`  ${test.path} noticed ${found.size} of ${group.length}`);
      for (const { mutant, left } of group) {
        const by = found.get(mutant.id);
        left.shift();
        if (by) {
          wins.set(`${mutant.file} ${test.path}`, (wins.get(`${mutant.file} ${test.path}`) ?? 0) + 1);
          settle(mutant, { status: 'noticed', by: `${test.path} ${by.slice(0, 120)}` });
          left.length = 0;
        } else if (left.length === 0) settle(mutant, { status: 'survived', line: mutant.line });
      }
      open = open.filter(({ left }) => left.length > 0);
    }
  }
}

function keep(outcome) {
  mkdirSync('.data/mutation', { recursive: true });
  writeFileSync(place, JSON.stringify(outcome, null, 1));
}

/** The mutants whose likeliest file is the same, the most of them. */
function largestGroup(open) {
  const groups = new Map();
  for (const one of open) groups.set(one.left[0], [...(groups.get(one.left[0]) ?? []), one]);
  return [...groups].sort(([, one], [, other]) => other.length - one.length)[0];
}

/** Runs a test file for many mutants, by id: the title of the test that notices each, none where no test does. */
async function withMutants(test, mutants) {
  const found = new Map();
  const titles = new Map(mutants.map((mutant) => [mutant.id, reaching(test, mutant)]));
  let open = mutants.filter(({ id }) => titles.get(id));
  const alone = new Set(mutants.filter((mutant) => !open.includes(mutant)).map(({ id }) => id));
  while (open.length > 0) {
    const batch = {};
    for (const { id } of open) for (const title of titles.get(id)) batch[title] = [...(batch[title] ?? []), id];
    const { verdicts, failed, at, ended } = await runs.run(test.path, null, { limit: limitOf(test), batch });
    for (const [id, title] of Object.entries(verdicts)) {
      if (title) found.set(id, title);
      else alone.add(id);
    }
    if (!ended) break;
    if (failed[0] === TIMED_OUT && at && !(at in verdicts)) found.set(at, TIMED_OUT);
    else for (const id of at ? [at] : open.map((one) => one.id)) alone.add(id);
    open = open.filter(({ id }) => !found.has(id) && !alone.has(id));
  }
  for (const id of alone) {
    const { failed } = await withMutant(test, id, titles.get(id));
    if (failed.length > 0) found.set(id, failed[0]);
  }
  return found;
}

function groupDigests(mutants) {
  const groups = new Map();
  for (const { file, key } of mutants) groups.set(file, [...(groups.get(file) ?? []), digestOf(key)]);
  return groups;
}

function limitOf({ millis }) {
  return millis * 4 + 30_000;
}

/** Runs those tests of a file that reach a mutant; all of them where one that fails needs those before it. */
async function withMutant(test, id, only) {
  const { path } = test;
  const limit = limitOf(test);
  const run = await runs.run(path, id, { limit, only });
  if (!only || run.failed.length === 0 || (await passesAlone(path, run.failed[0], limit))) return run;
  return runs.run(path, id, { limit });
}

async function passesAlone(path, title, limit) {
  const key = `${path} ${title}`;
  if (!standing.has(key)) standing.set(key, (await runs.run(path, null, { limit, only: [title] })).failed.length === 0);
  return standing.get(key);
}

function finish({ found, outcome }) {
  keep(outcome);
  const left = Object.keys(outcome).filter((key) => isLeft(outcome[key]));
  const survivors = left.filter((key) => !accepted.has(key)).sort();
  const tried = Object.keys(outcome).length;
  const date = new Date().toISOString().slice(0, 10);
  const result = {
    found,
    tried,
    noticed: tried - left.length,
    timedOut: Object.values(outcome).filter(isTimedOut).length,
    accepted: left.length - survivors.length,
    survivors,
    date
  };
  // What some tests notice is not what all of them do, unless it is added to what the others noticed.
  if (options.without && !options.survivors)
    reportWithout(module, { pattern: options.without, tried, noticed: result.noticed });
  else report(module, { ...result, ...(options.unseen && { unseen: unseenOf(outcome) }) });
  say(
    `${module}: found ${found}, tried ${tried}, noticed ${result.noticed}, accepted ${result.accepted}, survived ${survivors.length}: ${rateOf(result).toFixed(1)} %`
  );
}

/** What was noticed at once of those that this run tried, which none had tried. */
function unseenOf(outcome) {
  const tried = Object.keys(outcome).filter((key) => !known[key]);
  const survivors = tried.filter((key) => isLeft(outcome[key])).sort();
  return { seed: options.seed, tried: tried.length, survivors };
}
