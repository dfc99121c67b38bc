/** A process that runs one test file after the other with one mutant each, as its parent asks. */
import { runCLI } from 'jest';
import base from '../../jest.config.mjs';

const root = process.cwd();
const [pattern, [, options]] = Object.entries(base.transform)[0];
const config = JSON.stringify({
  ...base,
  rootDir: root,
  transform: { [pattern]: ['<rootDir>/tests/mutation/transformer.mjs', options] },
  testEnvironment: '<rootDir>/tests/mutation/environment.mjs',
  runtime: '<rootDir>/tests/support/compiled-once.cjs',
  reporters: []
});

// Nobody is left to be told.
process.on('disconnect', () => process.exit());

process.on('message', async ({ file, mutant, stops, only, batch, longest }) => {
  const verdicts = {};
  const tell = (at) => process.send({ at, verdicts });
  const run = { mutant, stops, only, batch, longest, verdicts, tell, loaded: new Set(), reached: new Map() };
  globalThis.mutationRun = run;
  const { results } = await runCLI(
    { _: [file], $0: 'jest', runTestsByPath: true, runInBand: true, config, silent: true, ci: true, watchman: false },
    [root]
  );
  const tests = results.testResults.flatMap(({ testResults }) => testResults);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const broken = results.numRuntimeErrorTestSuites > 0 ? [results.testResults[0]?.failureMessage ?? 'not loaded'] : [];
  process.send({
    failed: [...failed, ...broken],
    messages: tests.flatMap(({ failureMessages }) => failureMessages),
    verdicts,
    loaded: [...run.loaded],
    reached: [...run.reached].map(([title, ids]) => [title, [...ids]]),
    rss: process.memoryUsage.rss()
  });
});
