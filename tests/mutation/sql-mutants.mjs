/**
 * Guards in SQL: conditions that are AND-ed or OR-ed, locks, comparisons, columns that are set. Works on the text as
 * it stands in the source; `text` has each `${…}` replaced by as many U+00A7, so that offsets are those of the source.
 */
const FILLER = '\u00a7';
const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/;
/** What opens a list of conditions, and what ends it at the same depth of brackets. */
const OPENERS = new Set(['WHERE', 'HAVING', 'ON', 'WHEN']);
const ENDERS = new Set(
  'WHERE HAVING ON GROUP ORDER LIMIT OFFSET RETURNING FOR UNION EXCEPT INTERSECT JOIN LEFT INNER CROSS WINDOW SET DO THEN ELSE END SELECT FROM AS VALUES WHEN CASE'.split(
    ' '
  )
);
/** Columns whose value decides what may happen next. */
const GUARD_COLUMN =
  /(_at|_until|_from|_to|_by|_count|_sign_in|state|status|active|tries|revision|version|locked|used|counter|step|digest|hash|attempts|failures)$/;

/** Whether a plain string or template is a statement. */
export const isStatement = (text) => SQL.test(text);

/** @returns {{ mutator: string, start: number, end: number, replacement: string }[]} edits of `text` */
export function sqlMutants(text) {
  const tokens = tokenize(text);
  return [...conditions(text, tokens), ...locks(text), ...comparisons(tokens), ...assignments(text, tokens)];
}

/** Words, comparison signs, commas and brackets with their depth; strings, quoted names and comments are left out. */
function tokenize(text) {
  const pattern =
    /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|->>?|[@?<]@|@>|<@|<>|<=|>=|!=|::|[<>=,;()[\]]|[A-Za-z_][\w.]*|\u00a7+/g;
  const tokens = [];
  let depth = 0;
  for (const match of text.matchAll(pattern)) {
    const value = match[0];
    if (/^(['"]|--|\/\*)/.test(value)) continue;
    if (')]'.includes(value)) depth--;
    tokens.push({ value, word: value.toUpperCase(), start: match.index, end: match.index + value.length, depth });
    if ('(['.includes(value)) depth++;
  }
  return tokens;
}

function conditions(text, tokens) {
  const found = [];
  tokens.forEach((token, at) => {
    if (OPENERS.has(token.word)) {
      if (token.word === 'ON' && /^(CONFLICT|COMMIT|DELETE|UPDATE|TRUE)$/.test(tokens[at + 1]?.word ?? '')) return;
      if (token.word === 'WHEN' && /^(MATCHED|NOT)$/.test(tokens[at + 1]?.word ?? '')) return;
      found.push(...ofClause(text, tokens, at + 1, token));
    }
    if (token.value === '(') found.push(...ofGroup(text, tokens, at));
  });
  // A fragment such as sql`a = 1 AND b` stands for a clause of its own.
  if (!tokens.some(({ word, depth }) => depth === 0 && (OPENERS.has(word) || /^(SELECT|SET|CASE)$/.test(word)))) {
    const parts = split(text, tokens, 0, tokens.length, 0, 'AND');
    if (parts.length > 1) found.push(...parts.map((part) => held(text, part, 'TRUE')));
  }
  return found;
}

/** The conditions between an opener and what ends it. A join by one condition is no guard. */
function ofClause(text, tokens, from, opener) {
  let to = from;
  while (to < tokens.length) {
    const { word, depth, value } = tokens[to];
    const isEnder = (ENDERS.has(word) && tokens[to - 1]?.word !== 'DISTINCT') || value === ';' || value === ',';
    if (depth < opener.depth || (depth === opener.depth && isEnder)) break;
    to++;
  }
  const parts = split(text, tokens, from, to, opener.depth, 'AND');
  if (opener.word === 'ON' && parts.length < 2) return [];
  return parts.flatMap((part) => [held(text, part, 'TRUE'), ...alternatives(text, tokens, part, opener.depth)]);
}

/** What is AND-ed or OR-ed inside of brackets. */
function ofGroup(text, tokens, at) {
  const depth = tokens[at].depth + 1;
  let to = at + 1;
  while (to < tokens.length && tokens[to].depth >= depth) to++;
  const words = tokens.slice(at + 1, to).filter((token) => token.depth === depth);
  if (words.some(({ word, value }) => word === 'SELECT' || word === 'SET' || word === 'CASE' || value === ','))
    return [];
  const either = split(text, tokens, at + 1, to, depth, 'OR');
  if (either.length > 1) return either.map((part) => held(text, part, 'FALSE'));
  const both = split(text, tokens, at + 1, to, depth, 'AND');
  return both.length > 1 ? both.map((part) => held(text, part, 'TRUE')) : [];
}

function alternatives(text, tokens, part, depth) {
  const parts = split(text, tokens, part.from, part.to, depth, 'OR');
  return parts.length > 1 ? parts.map((one) => held(text, one, 'FALSE')) : [];
}

/** The parts between AND or OR at one depth; the AND of BETWEEN belongs to it. */
function split(text, tokens, from, to, depth, by) {
  const parts = [];
  let [begin, between] = [from, false];
  for (let at = from; at <= to; at++) {
    const token = tokens[at];
    if (at < to && token.depth === depth && token.word === 'BETWEEN') between = true;
    const isCut = at === to || (token.depth === depth && token.word === by);
    if (!isCut) continue;
    if (at < to && by === 'AND' && between) {
      between = false;
      continue;
    }
    const [first, next] = [tokens[begin], tokens[at]];
    if (first && at > begin) {
      const start = tokens[begin - 1] ? tokens[begin - 1].end : 0;
      const end = next ? next.start : text.length;
      parts.push({ from: begin, to: at, ...trimmed(text, start, end) });
    }
    begin = at + 1;
  }
  return parts;
}

function trimmed(text, start, end) {
  const part = text.slice(start, end);
  return { start: start + part.length - part.trimStart().length, end: end - part.length + part.trimEnd().length };
}

/** A parameter stays in the text, since a statement is refused that does not use all of its own. */
function held(text, { start, end }, value) {
  const part = text.slice(start, end);
  const replacement = !/\$\d/.test(part) ? value : value === 'TRUE' ? `(TRUE OR ${part})` : `(FALSE AND ${part})`;
  return { mutator: 'sql condition', start, end, replacement };
}

function locks(text) {
  const pattern = /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF [\w, ]*\w)?(?: SKIP LOCKED| NOWAIT)?/g;
  return [...text.matchAll(pattern)].map(({ 0: lock, index }) => ({
    mutator: 'sql lock',
    start: index,
    end: index + lock.length,
    replacement: ''
  }));
}

const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

function comparisons(tokens) {
  return tokens
    .filter(({ value }) => value in BOUNDARY)
    .map(({ value, start, end }) => ({ mutator: 'sql boundary', start, end, replacement: BOUNDARY[value] }));
}

/** `SET used_at = …` keeps the column as it was. */
function assignments(text, tokens) {
  const found = [];
  tokens.forEach((token, at) => {
    if (token.word !== 'SET' || /^(LOCAL|CONSTRAINTS|SESSION|TRANSACTION)$/.test(tokens[at + 1]?.word ?? '')) return;
    const table = tableOf(text.slice(0, token.start));
    let begin = at + 1;
    for (let to = at + 1; to <= tokens.length; to++) {
      const next = tokens[to];
      const isEnd =
        !next ||
        next.depth < token.depth ||
        (next.depth === token.depth && isAfterSet(next.word) && tokens[to - 1].word !== 'DISTINCT');
      if (!isEnd && !(next.depth === token.depth && next.value === ',')) continue;
      const column = tokens[begin]?.value;
      if (column && /^\w+$/.test(column) && GUARD_COLUMN.test(column) && tokens[begin + 1]?.value === '=') {
        const range = trimmed(text, tokens[begin].start, next ? next.start : text.length);
        found.push({ mutator: 'sql set', ...range, replacement: `${column} = ${table}${column}` });
      }
      if (isEnd) break;
      begin = to + 1;
    }
  });
  return found;
}

const isAfterSet = (word) => ['WHERE', 'FROM', 'RETURNING'].includes(word);

function tableOf(before) {
  const update = /\bUPDATE\s+([\w§]+)(?:\s+(?:AS\s+)?(?!SET\b)(\w+))?\s*$/.exec(before);
  if (update) return `${update[2] ?? update[1]}.`;
  const insert = [...before.matchAll(/\bINSERT INTO\s+(\w+)(?:\s+AS\s+(\w+))?/g)].at(-1);
  return insert ? `${insert[2] ?? insert[1]}.` : '';
}

/** The text between backticks with each expression replaced by filler of the same length. */
export function filled(text, holes) {
  let out = text;
  for (const { start, end } of holes) out = out.slice(0, start) + FILLER.repeat(end - start) + out.slice(end);
  return out;
}
