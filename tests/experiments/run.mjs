// npm run experiments: what attackers and broken machines do, tried against the real product on the loopback
// interface. The results go to docs/security/experiments.md. `-- X07 X12` runs some and writes nothing.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, generate, install } from '../../lib/launch/build.mjs';
import { handleSignals, onExit, runCommand, stopEverything } from '../../lib/launch/problem.mjs';
import { program, step } from '../../lib/launch/steps.mjs';

const TABLE = 'docs/security/experiments.md';
const [BEGIN, END] = ['<!-- results -->', '<!-- end of results -->'];

runCommand(async () => {
  handleSignals();
  const only = process.argv.slice(2);
  await step('Install packages', install);
  await step('Generate code', generate);
  await step('Build', build);
  const folder = mkdtempSync(join(tmpdir(), 'tessera-experiments-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  const { startTestPostgres } = await import('../../lib/launch/test-postgres.mjs');
  const postgres = await startTestPostgres(folder);
  onExit(postgres.stop);
  const results = join(folder, 'results');
  // One at a time: several of them measure what the machine has left for others.
  await program(
    'node_modules/.bin/jest',
    [
      '--runInBand',
      // A connection that an experiment broke on purpose may stay half open.
      '--forceExit',
      '--testMatch=**/tests/experiments/*.test.ts',
      ...(only.length > 0 ? ['--testNamePattern', `^(.* )?(${only.join('|')}) `] : [])
    ],
    {
      env: {
        ...postgres.env,
        EXPERIMENTS_FOLDER: results,
        // The least that production takes: several experiments count hashes or time them.
        PASSWORD_HASH_COST: '10'
      },
      show: true,
      allowFailure: true
    }
  );
  const outcomes = existsSync(results)
    ? readdirSync(results)
        .sort()
        .map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')))
    : [];
  if (only.length === 0) writeTable(outcomes);
  await stopEverything();
  const missed = outcomes.filter(({ held }) => !held).map(({ id }) => id);
  process.stdout.write(
    `\n${outcomes.length} experiments, ${outcomes.length - missed.length} held${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}\n`
  );
  process.exit(missed.length === 0 && outcomes.length > 0 ? 0 : 1);
});

function writeTable(outcomes) {
  const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = outcomes.map(
    ({ id, tries, passes, held, measured, took }) =>
      `| ${id} | ${cell(tries)} | ${cell(passes)} | ${held ? 'held' : '**missed**'}: ${cell(measured)} | ${took.toFixed(0)} s |`
  );
  const table = ['| | what is tried | pass line | result | took |', '|---|---|---|---|---:|', ...rows].join('\n');
  const page = readFileSync(TABLE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  writeFileSync(TABLE, `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`);
}
