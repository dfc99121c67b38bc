// What `npm test` says at its end, read from the JSON reports of Jest and Playwright.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ file: string, seconds: number }} FileTime the time of a file of tests, set-up included where known */
/** @typedef {{ test: string, message: string }} Failure a test's file and title, and what it said */
/**
 * The parts of Playwright's JSON report that are read here; the durations of results are in milliseconds.
 * @typedef {{ duration: number, error?: { message?: string } }} Result
 * @typedef {{ title: string, ok: boolean, tests: { results: Result[] }[] }} Spec
 * @typedef {{ file: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

const SHOWN = 15;
const LINES_OF_A_MESSAGE = 12;

/**
 * How long each file took, from Jest's JSON report.
 * @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} report
 * @returns {FileTime[]}
 */
export const jestTimes = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    seconds: (endTime - startTime) / 1000
  }));

/**
 * How long each file took, from Playwright's JSON report: the sum of its tests, whichever worker ran them.
 * @param {{ suites: Suite[] }} report
 * @returns {FileTime[]}
 */
export const playwrightTimes = ({ suites }) =>
  suites.map((suite) => ({ file: `tests/browser/${suite.file}`, seconds: millisOf(suite) / 1000 }));

/** @param {Suite} suite @returns {number} */
function millisOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return [...results.map(({ duration }) => duration), ...suites.map(millisOf)].reduce((sum, one) => sum + one, 0);
}

/**
 * The slowest files as lines, the slowest first, under a line with the sum of all.
 * @param {FileTime[]} times
 */
export function slowestFiles(times) {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return [`Slowest of ${times.length} files of tests (${total.toFixed(0)} s in all):`, ...lines].join('\n');
}

/**
 * The tests that failed, and the files that could not be loaded, from Jest's JSON report.
 * @param {{ testResults: { name: string, status: string, message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 * @returns {Failure[]}
 */
export const jestFailures = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative('.', name);
      if (failed.length === 0) return [{ test: file, message }];
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${file} › ${fullName}`,
        message: failureMessages.join('\n')
      }));
    });

/**
 * The tests that passed only on the second try, from Jest's JSON report.
 * @param {{ testResults: { name: string,
 *   assertionResults: { status: string, fullName: string, invocations?: number }[] }[] }} report
 */
export const jestFlaky = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => `${relative('.', name)} › ${fullName}`)
  );

/**
 * The tests that passed only on the second try, from Playwright's JSON report.
 * @param {{ suites: Suite[] }} report
 * @returns {string[]}
 */
export const playwrightFlaky = ({ suites }) => suites.flatMap(flakyOf);

/** @param {Suite} suite @returns {string[]} */
function flakyOf({ file, specs = [], suites = [] }) {
  const flaky = specs.filter(({ ok, tests }) => ok && tests.some(({ results }) => results.length > 1));
  return [...flaky.map(({ title }) => `tests/browser/${file} › ${title}`), ...suites.flatMap(flakyOf)];
}

/**
 * The tests that failed at every try, from Playwright's JSON report.
 * @param {{ suites: Suite[] }} report
 * @returns {Failure[]}
 */
export const playwrightFailures = ({ suites }) => suites.flatMap(failuresOf);

/** @param {Suite} suite @returns {Failure[]} */
function failuresOf({ file, specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, tests }) => ({
      test: `tests/browser/${file} › ${title}`,
      message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).find(Boolean) ?? ''
    })),
    ...suites.flatMap(failuresOf)
  ];
}

/**
 * Each failure with the first lines of what it said, so that the end of a long run tells what to mend.
 * @param {Failure[]} failures
 */
export function listFailures(failures) {
  const lines = failures.flatMap(({ test, message }) => [
    `  ${test}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, LINES_OF_A_MESSAGE)
      .map((line) => `      ${line}`)
  ]);
  return ['Failed:', ...lines].join('\n');
}
