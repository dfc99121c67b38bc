// npm test: sets up everything and runs every test. `--only rules,browser` runs a part. TEST_TIMES names a file that gets
// the seconds of each file of tests, as JSON.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, generate, install } from './build.mjs';
import { checkDisk, checkNode } from './preflight.mjs';
import { handleSignals, onExit, runCommand, stopEverything } from './problem.mjs';
import { program, step } from './steps.mjs';
import {
  jestFailures,
  jestFlaky,
  jestTimes,
  listFailures,
  playwrightFailures,
  playwrightFlaky,
  playwrightTimes,
  slowestFiles
} from './test-report.mjs';

/** @param {string} name */
const bin = (name) => `node_modules/.bin/${name}`;

/** @type {[name: string, command: string, parameters: string[]][]} */
const CHECKS = [
  ['Format and lint', bin('biome'), ['check', '.']],
  [
    'Import rules',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'app', 'i18n', 'lib', 'proxy.ts', 'instrumentation.ts']
  ],
  ['Dead code', bin('knip'), []],
  ['Requirements named by tests exist', process.execPath, ['tests/requirements.mjs', '--check']]
];
/**
 * These read types that the build writes.
 * @type {typeof CHECKS}
 */
const TYPE_CHECKS = [
  ['Types of the product', bin('tsc'), ['--noEmit', '-p', '.']],
  ['Types of the tests', bin('tsc'), ['--noEmit', '-p', 'tests']]
];
/** The folders of tests by Jest. Rules need no build: they run beside it. */
const JEST = ['rules', 'contracts', 'abuse', 'launch'];
/** One more than the cores, as each waits for PostgreSQL or a server a third of its time. */
const JEST_WORKERS = 3;

const count = { passed: 0, failed: 0 };
/** @type {import('./test-report.mjs').FileTime[]} */
const times = [];
/** @type {import('./test-report.mjs').Failure[]} */
const failures = [];
/** @type {string[]} tests that passed only on the second try */
const flaky = [];

runCommand(async () => {
  checkNode();
  checkDisk('.', 1500);
  handleSignals();
  const only = parts();
  await step('Install packages', install);
  await step('Generate code', generate);
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  /** @type {Record<string, string>} */
  const env = {};
  const buildAndCheck = async () => {
    await step('Build', build);
    if (only.includes('check')) await runChecks([...CHECKS, ...TYPE_CHECKS]);
  };
  const testRules = async () => {
    await step('Start PostgreSQL for the tests', async () => {
      // Not imported above: its packages are there only now.
      const { startTestPostgres } = await import('./test-postgres.mjs');
      const postgres = await startTestPostgres(folder);
      onExit(postgres.stop);
      Object.assign(env, postgres.env);
    });
    if (only.includes('rules')) await runJest(['rules'], env, folder);
  };
  await Promise.all([buildAndCheck(), testRules()]);
  const served = JEST.filter((part) => part !== 'rules' && only.includes(part));
  if (served.length > 0) await runJest(served, env, folder);
  if (only.includes('browser')) {
    await step('Find a browser', async () => {
      Object.assign(env, await findBrowser((text) => process.stdout.write(`  ${text}\n`)));
      return env.CHROMIUM_PATH ?? "Playwright's own";
    });
    await runPlaywright(env, folder);
  }
  await stopEverything();
  if (times.length > 0) process.stdout.write(`\n${slowestFiles(times)}\n`);
  if (process.env.TEST_TIMES) writeFileSync(process.env.TEST_TIMES, JSON.stringify(times));
  if (flaky.length > 0) process.stdout.write(`\nPassed only on the second try: mend them\n  ${flaky.join('\n  ')}\n`);
  if (failures.length > 0) process.stdout.write(`\n${listFailures(failures)}\n`);
  process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
  process.exit(count.failed === 0 ? 0 : 1);
});

function parts() {
  const at = process.argv.indexOf('--only');
  return at < 0 ? ['check', ...JEST, 'browser'] : (process.argv[at + 1] ?? '').split(',');
}

/** @param {typeof CHECKS} checks runs them one after another */
async function runChecks(checks) {
  for (const [name, command, parameters] of checks) {
    const { code, output } = await program(command, parameters, { allowFailure: true });
    count[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) failures.push({ test: name, message: output });
    process.stdout.write(code === 0 ? `✓ ${name}\n` : `✗ ${name}\n${output}\n`);
  }
}

/** @param {string[]} folders @param {Record<string, string>} env @param {string} folder */
async function runJest(folders, env, folder) {
  const report = join(folder, 'jest.json');
  const paths = folders.map((name) => `tests/${name}/`);
  await program(bin('jest'), ['--json', `--outputFile=${report}`, '-w', String(JEST_WORKERS), ...paths], {
    // Room for what lives shortly, or collecting it takes a tenth of the time.
    env: { ...env, TEST_RETRIES: '1', NODE_OPTIONS: '--max-semi-space-size=64' },
    show: true,
    allowFailure: true
  });
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = results;
  times.push(...jestTimes(results));
  failures.push(...jestFailures(results));
  flaky.push(...jestFlaky(results));
  count.passed += numPassedTests;
  // A suite that could not even be loaded has no failed test of its own.
  count.failed += success ? 0 : Math.max(numFailedTests, numFailedTestSuites, 1);
}

/** @param {Record<string, string>} env @param {string} folder */
async function runPlaywright(env, folder) {
  const report = join(folder, 'playwright.json');
  await program(bin('playwright'), ['test'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    show: true,
    allowFailure: true
  });
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const { stats, errors } = results;
  times.push(...playwrightTimes(results));
  failures.push(...playwrightFailures(results));
  flaky.push(...playwrightFlaky(results));
  count.passed += stats.expected + stats.flaky;
  count.failed += stats.unexpected + errors.length;
}
