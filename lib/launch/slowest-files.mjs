import { relative } from 'node:path';

/** @typedef {{ file: string, seconds: number }} FileTime the time of a file of tests, set-up included where known */
/**
 * The parts of Playwright's JSON report that are read here; the durations of results are in milliseconds.
 * @typedef {{ file: string, specs?: { tests: { results: { duration: number }[] }[] }[], suites?: Suite[] }} Suite
 */

const SHOWN = 15;

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
