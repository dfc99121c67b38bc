/** Writes the results of the runs to tests/mutation/results.json, and the page docs/security/mutation.md from them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const RESULTS = 'tests/mutation/results.json';
const ACCEPTED = 'tests/mutation/accepted.json';
const PAGE = 'docs/security/mutation.md';

/** The survivors that are accepted, key → reason. */
export function acceptedMutants() {
  const groups = JSON.parse(readFileSync(ACCEPTED, 'utf8'));
  return new Map(groups.flatMap(({ reason, mutants }) => mutants.map((key) => [key, reason])));
}

/** Stores the results of one module's run and writes the page again. */
export const report = (module, outcome) =>
  keep(module, (before) => ({ unseen: before?.unseen, ...outcome, without: before?.without }));

/** Keeps what the tests notice whose file names don't match `pattern`. */
export const reportWithout = (module, without) =>
  keep(module, (before) => ({ found: 0, tried: 0, noticed: 0, accepted: 0, survivors: [], ...before, without }));

function keep(module, change) {
  const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
  results[module] = change(results[module]);
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, page(results));
}

export const rateOf = ({ tried, noticed, accepted }) => (100 * noticed) / Math.max(1, tried - accepted);

function page(results) {
  const rows = Object.entries(results).map(([module, outcome]) => {
    const { found, tried, noticed, timedOut, accepted, survivors, without, unseen, date } = outcome;
    const percent = (rate) => `${rate.toFixed(1)} %`;
    const before = without ? `${percent((100 * without.noticed) / without.tried)} of ${without.tried}` : '';
    const first = unseen ? firstPass(unseen) : '';
    // Of a module that only ran without some tests there is nothing else to tell.
    const of =
      tried > 0
        ? [tried, noticed, timedOut ?? 0, accepted, survivors.length, percent(rateOf(outcome)), first, date]
        : Array(8).fill('');
    return `| ${[module, found || '', before, ...of].join(' | ')} |`;
  });
  return `${INTRODUCTION}
| module | found | before | tried | noticed | timed out | accepted | survived | rate | at once | run on |
| ------ | ----- | ------ | ----- | ------- | --------- | -------- | -------- | ---- | ------- | ------ |
${rows.join('\n')}
${Object.entries(results)
  .map(([module, { survivors }]) => survivorList(module, survivors))
  .join('')}
## Accepted
${accepted()}`;
}

/** Of a sample that nobody had seen, what was noticed before any test was written for it; without what is accepted by now. */
function firstPass({ seed, tried, survivors }) {
  const known = acceptedMutants();
  const accepted = survivors.filter((key) => known.has(key)).length;
  const rate = rateOf({ tried, noticed: tried - survivors.length, accepted });
  return `${rate.toFixed(1)} % of ${tried - accepted} (seed ${seed})`;
}

const survivorList = (module, survivors) =>
  survivors.length === 0
    ? ''
    : `\n## Survivors in ${module}\n\n${survivors.map((key) => `- ${code(key)}`).join('\n')}\n`;

const accepted = () =>
  JSON.parse(readFileSync(ACCEPTED, 'utf8'))
    .map(({ reason, mutants }) => `\n${reason}\n\n${mutants.map((key) => `- ${code(key)}`).join('\n')}\n`)
    .join('');

const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const INTRODUCTION = `<!-- Written by npm run mutate. -->
# Broken guards that the tests notice

\`npm run mutate -- <module>\` (as \`money/approvals\`) breaks the guards of a module one at a time and runs the tests of tests/rules that reach
them. A guard that can be broken without a test failing is a survivor. The rate is what was noticed of what was tried,
without what is accepted; *timed out* are those noticed because a test never ended. *Before* is what a run noticed
without the tests that were written for guards; *without* in tests/mutation/results.json is the pattern of all files that
it left out. Where fewer were tried than found, they are a sample that stays the same from run to run. *At once* is what the tests
noticed of a sample that no run had tried, before any test was written for it: it says most of the guards not tried. Both are
lower bounds, since a guard is tried with 8 to 30 test files: the survivors of sign-in and money/transactions haven't
been tried with all of them. What survived at first has been given a test, or its reason.
How it works: [decision 0053](../decisions/0053-mutants-behind-switches.md).
`;
