/**
 * Lists the rules of docs/requirements.md that no test names: `npm run requirements [-- --portal | --platform]`.
 *
 * A rule counts as proved when its ID stands, in full, in the title of a test or of a group of tests in
 * tests/**\/*.test.ts or *.spec.ts. Titles are read from the source text, so the ID has to be written in the title
 * itself; a skipped or planned test proves nothing. Exits with 1 when a title names an ID that isn't a rule.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tests = import.meta.dirname;
const string = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\`(?:[^\`\\]|\\[^])*\``;
const call = /(?<![\w.$])(?:test|it|describe)((?:\.\w+)*)/g;
const token = new RegExp(`${string}|//[^\\n]*|/\\*[^]*?\\*/|[^]`, 'g');
const title = new RegExp(`\\s*\\(\\s*((?:${string})(?:\\s*\\+\\s*(?:${string}))*)`, 'y');
const noProof = /\.(?:skip|todo|fixme)\b/;

/** The rules by ID, in the order of the document, with the heading of their section. */
function readRules() {
  const rules = new Map();
  let section = '';
  for (const line of readFileSync(join(tests, '../docs/requirements.md'), 'utf8').split('\n')) {
    if (line.startsWith('#')) section = line.replace(/^#+ /, '');
    const id = /^\| ([PC]\d\.\d{3}) \|/.exec(line)?.[1];
    if (id) rules.set(id, { section, text: line.slice(id.length + 5, -2) });
  }
  return rules;
}

/** Where the table that follows `.each` ends: after its brackets, or after its template. */
function skipTable(text, start) {
  let depth = 0;
  token.lastIndex = start;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if ('([{'.includes(match[0])) depth++;
    else if (')]}'.includes(match[0])) depth--;
    if (depth === 0 && (match[0] === ')' || match[0].startsWith('`'))) break;
  }
  return token.lastIndex;
}

/** The literal titles of the tests and groups in a file, each with whether it can prove a rule. */
function* readTitles(text) {
  for (const match of text.matchAll(call)) {
    const before = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index);
    if (/^\s*(?:\/\/|\/?\*)/.test(before)) continue;
    const end = match.index + match[0].length;
    title.lastIndex = match[1].endsWith('.each') ? skipTable(text, end) : end;
    const words = title.exec(text)?.[1];
    if (words) yield { words, proves: !noProof.test(match[1]) };
  }
}

const rules = readRules();
const proved = new Set();
const unknown = new Set();
for (const file of readdirSync(tests, { recursive: true }).filter((name) => /\.(?:test|spec)\.ts$/.test(name)))
  for (const { words, proves } of readTitles(readFileSync(join(tests, file), 'utf8')))
    for (const [id] of words.matchAll(/\b[PC]\d\.\d+/g))
      if (!rules.has(id)) unknown.add(`${id} in tests/${file}`);
      else if (proves) proved.add(id);

const halves = ['portal', 'platform'].filter((half) => process.argv.includes(`--${half}`));
const letters = halves.length === 1 ? { portal: 'P', platform: 'C' }[halves[0]] : 'PC';
const shown = [...rules].filter(([id]) => letters.includes(id[0]));
for (const section of new Set(shown.map(([, rule]) => rule.section))) {
  const ids = shown.filter(([, rule]) => rule.section === section).map(([id]) => id);
  console.log(`${section}: ${ids.filter((id) => proved.has(id)).length} of ${ids.length} proved`);
}
const open = shown.filter(([id]) => !proved.has(id));
console.log(`\n${open.length} of ${shown.length} rules have no test${open.length ? ':' : '.'}`);
for (const [id, { text }] of open) console.log(`${id}  ${text}`);
if (unknown.size) {
  console.error(`\nTests name rules that don't exist:\n${[...unknown].join('\n')}`);
  process.exitCode = 1;
}
