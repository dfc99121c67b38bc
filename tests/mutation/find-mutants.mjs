/**
 * Finds the guards of a source file by its syntax tree, and the small changes that break each: conditions, comparisons,
 * limits, cells of declared tables, SQL. Texts, logging and timing are left alone.
 */
import { parseSync } from '@swc/core';
import { filled, isStatement, sqlMutants } from './sql-mutants.mjs';

const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
/** The same of a condition in a query of Prisma's. */
const FILTER_BOUNDARY = { lt: 'lte', lte: 'lt', gt: 'gte', gte: 'gt' };
const COMPARISONS = new Set(['<', '<=', '>', '>=', '===', '!==', '==', '!=', 'in', 'instanceof']);
const LIMIT_CALLS = new Set(['min', 'max', 'length', 'lt', 'lte', 'gt', 'gte']);
/** Constants that tune how fast something is, not what is allowed. */
const TUNING = /MILLIS|TIMEOUT|CHUNK|BATCH|WAIT|PAUSE|SLICE|EVERY|BUFFER|CACHE|STEP_ROWS|KEPT/;
const TRANSPARENT = new Set(['TsAsExpression', 'TsSatisfiesExpression', 'TsNonNullExpression', 'TsConstAssertion']);
/** What a declared list is shown by, and its order. */
const SHOWN = new Set(['label', 'type', 'column']);
const CLAUSES = new Set(['where', 'data']);
const GUARD_FIELD = /(At|Until|By|Count|state|status|active|tries|revision|version|Hash)$/;

/**
 * @returns {{ start: number, end: number, mutants: { mutator: string, replacement: string }[] }[]} places, offsets into
 * `source`; places may be nested and never overlap otherwise. `isStatic`: evaluated as the file is loaded.
 */
export function findPlaces(source) {
  const finder = new Finder(source);
  finder.visit(finder.tree.body.slice(1));
  return finder.sorted();
}

class Finder {
  places = new Map();

  constructor(source) {
    this.source = source;
    // The empty statement in front tells where the parser begins to count.
    this.tree = parseSync(`;${source}`, { syntax: 'typescript', tsx: false, target: 'es2023' });
    this.base = this.tree.body[0].span.start + 1;
    this.offsets = offsetsOf(source);
  }

  at(byte) {
    return this.offsets ? this.offsets[byte - this.base] : byte - this.base;
  }

  range({ span }) {
    return { start: this.at(span.start), end: this.at(span.end) };
  }

  text(node) {
    const { start, end } = this.range(node);
    return this.source.slice(start, end);
  }

  add(node, mutator, replacement, wrap = (text) => `(${text})`, shown = replacement) {
    const { start, end } = this.range(node);
    const place = this.places.get(`${start}-${end}`) ?? { start, end, mutants: [] };
    this.places.set(`${start}-${end}`, place);
    const known = place.mutants.some((one) => one.replacement === wrap(replacement));
    if (!known) place.mutants.push({ mutator, replacement: wrap(replacement), shown });
  }

  /** Outer places first. */
  sorted() {
    return [...this.places.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  }

  visit(node, context = {}) {
    if (Array.isArray(node)) {
      for (const one of node) this.visit(one, context);
      return;
    }
    if (!node || typeof node !== 'object') return;
    if (node.type === undefined) {
      for (const value of Object.values(node)) this.visit(value, context);
      return;
    }
    if (TRANSPARENT.has(node.type)) {
      this.visit(node.expression, context);
      return;
    }
    if (node.type.startsWith('Ts') || node.type === 'ImportDeclaration') return;
    const handler = this[node.type];
    if (handler?.call(this, node, context) !== 'done') this.children(node, this.inside(node, context));
  }

  inside(node, context) {
    if (/Function|Method|Constructor/.test(node.type)) return {};
    return context.table ? context : {};
  }

  children(node, context) {
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'span' && key !== 'type' && typeof value === 'object') this.visit(value, context);
    }
  }

  IfStatement({ test }) {
    this.condition(test, true, true);
  }

  ConditionalExpression({ test }) {
    this.condition(test, true, true);
  }

  WhileStatement({ test }) {
    this.condition(test, false, true);
  }

  BinaryExpression(node) {
    if (node.handled) return;
    const { operator, left, right } = node;
    if (COMPARISONS.has(operator)) this.condition(node, true, true);
    if (operator !== '&&' && operator !== '||') return;
    const isAnd = operator === '&&';
    node.handled = true;
    this.condition(left, isAnd, !isAnd);
    if (isCondition(right) || (isAnd && isQuestion(right))) this.condition(right, isAnd, !isAnd);
  }

  /** A condition and its parts, each held at true or false where no other mutant says the same. */
  condition(node, held, dropped) {
    if (node.type === 'ParenthesisExpression' || TRANSPARENT.has(node.type))
      return this.condition(node.expression, held, dropped);
    if (node.type === 'UnaryExpression' && node.operator === '!') return this.condition(node.argument, dropped, held);
    const isBoth = node.type === 'BinaryExpression' && node.operator === '&&';
    const isEither = node.type === 'BinaryExpression' && node.operator === '||';
    node.handled = true;
    if (isBoth || isEither) {
      if (isBoth && dropped) this.add(node, 'condition', 'false');
      if (isEither && held) this.add(node, 'condition', 'true');
      for (const side of [node.left, node.right]) this.condition(side, isBoth, isEither);
      return;
    }
    if (node.type === 'BooleanLiteral') return;
    if (held) this.add(node, 'condition', 'true');
    if (dropped) this.add(node, 'condition', 'false');
    if (node.operator in BOUNDARY) {
      const changed = `${this.text(node.left)} ${BOUNDARY[node.operator]} ${this.text(node.right)}`;
      this.add(node, 'boundary', changed);
    }
  }

  CallExpression({ callee, arguments: given }) {
    const { object, property } = callee.type === 'MemberExpression' ? callee : {};
    if (object?.value === 'log') return 'done';
    if (LIMIT_CALLS.has(property?.value)) for (const { expression } of given) this.limit(expression);
    if (property?.value === 'query' && given[0]) this.statement(given[0].expression);
  }

  limit(node) {
    if (node.type !== 'NumericLiteral') return;
    for (const replacement of shifted(node.value)) this.add(node, 'limit', String(replacement));
  }

  VariableDeclarator({ id, init }) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(id.value ?? '') || !init) return;
    const value = unwrapped(init);
    if (TUNING.test(id.value)) return 'done';
    if (value.type === 'NumericLiteral') this.limit(value);
    else if (isProduct(value)) this.product(value);
    else if (value.type === 'ObjectExpression' || value.type === 'ArrayExpression') {
      const letters = lettersOf(value);
      this.table(value, { letters });
      if (letters) this.absent(value, letters);
      return 'done';
    }
  }

  product(node) {
    this.add(node, 'limit', `${this.text(node)} * 2`);
    this.add(node, 'limit', `${this.text(node)} / 2`);
  }

  /** A declared table: each entry left out, each boolean turned, each letter of a cell taken or given. */
  table(node, { letters }) {
    const value = unwrapped(node);
    if (value.type === 'ArrayExpression') {
      for (const element of value.elements)
        if (element && !element.spread) this.entry(element.expression, letters, true);
      return;
    }
    if (value.type !== 'ObjectExpression') {
      if (value.type === 'NumericLiteral') this.limit(value);
      this.visit(value);
      return;
    }
    for (const property of value.properties) {
      if (property.type !== 'KeyValueProperty') this.visit(property);
      else if (letters) this.cells(property, letters);
      else this.entry(property, letters, !SHOWN.has(property.key.value) && isPlain(unwrapped(property.value)));
    }
  }

  entry(node, letters, isDropped) {
    const isProperty = node.type === 'KeyValueProperty';
    const held = isProperty ? unwrapped(node.value) : unwrapped(node);
    if (held.type === 'BooleanLiteral') this.add(held, 'cell', String(!held.value));
    else {
      if (isDropped && held.type !== 'NumericLiteral') {
        const whole = isProperty ? { span: { start: node.key.span.start, end: node.value.span.end } } : node;
        const [open, close] = isProperty ? ['{', '}'] : ['[', ']'];
        this.add(whole, 'entry', `...(${open}${close})`, (text) => text, 'left out');
        this.places.get(this.keyOf(whole)).spread = [open, close];
      }
      this.table(isProperty ? node.value : node, { letters });
    }
  }

  keyOf(node) {
    const { start, end } = this.range(node);
    return `${start}-${end}`;
  }

  cells(property, letters) {
    const value = unwrapped(property.value);
    if (value.type === 'ObjectExpression') {
      this.table(value, { letters });
      return;
    }
    if (value.type === 'ArrayExpression') {
      this.entry(property, null, true);
      return;
    }
    const text = value.value;
    for (const letter of letters) {
      const changed = text.includes(letter) ? text.replace(letter, '').replace('()', '') : text + letter;
      this.add(value, 'cell', `'${changed}'`);
    }
  }

  /** What another line of the table has, given to this one too. */
  absent(table, letters) {
    const lines = linesOf(table);
    const columns = new Set(lines.flatMap(({ properties }) => properties.map(({ key }) => key.value)));
    for (const line of lines) {
      const has = new Set(line.properties.map(({ key }) => key.value));
      for (const column of columns) {
        if (has.has(column)) continue;
        const extended = this.text(line).replace(/\s*}$/, `, ${column}: '${letters.join('')}' }`);
        this.add(line, 'cell', extended, (text) => text, `${column}: '${letters.join('')}'`);
      }
    }
  }

  TaggedTemplateExpression(node, context) {
    if (/(sql|executeRaw)$|^(readRows|exists)\(/i.test(this.text(node.tag))) this.template(node, node.template);
    this.visit(node.tag, context);
    // The template stands and falls with its tag: by itself it is no expression.
    this.visit(node.template.expressions, context);
    return 'done';
  }

  /** A statement, wherever it is written. */
  TemplateLiteral(node) {
    this.template(node, node, true);
  }

  /** A plain statement, as `query` takes it. */
  statement(node) {
    if (node.type !== 'StringLiteral' || !isStatement(node.value)) return;
    const { start, end } = this.range(node);
    this.statements(node, start + 1, this.source.slice(start + 1, end - 1));
  }

  template(node, template, isPlainText = false) {
    const first = this.at(template.quasis[0].span.start);
    const last = this.at(template.quasis.at(-1).span.end);
    const holes = template.expressions.map((_, index) => ({
      start: this.at(template.quasis[index].span.end) - first,
      end: this.at(template.quasis[index + 1].span.start) - first
    }));
    const text = filled(this.source.slice(first, last), holes);
    if (!isPlainText || isStatement(text)) this.statements(node, first, text);
  }

  statements(node, first, text) {
    const { start, end } = this.range(node);
    for (const edit of sqlMutants(text)) {
      const [from, to] = [first + edit.start, first + edit.end];
      const changed = this.source.slice(start, from) + edit.replacement + this.source.slice(to, end);
      const original = this.source.slice(from, to);
      this.add(node, edit.mutator, changed, (one) => `(${one})`, `${original} → ${edit.replacement || 'dropped'}`);
    }
  }

  /** What a query of Prisma's asks for and sets. */
  KeyValueProperty({ key, value }) {
    const object = unwrapped(value);
    if (!CLAUSES.has(key.value) || object.type !== 'ObjectExpression') return;
    const isWhere = key.value === 'where';
    for (const property of object.properties) {
      if (isWhere ? object.properties.length < 2 : !GUARD_FIELD.test(property.key?.value ?? '')) continue;
      const whole = { span: spanOf(property) };
      this.add(whole, key.value, '...({})', (text) => text, 'left out');
      this.places.get(this.keyOf(whole)).spread = ['{', '}'];
    }
  }

  ObjectExpression(node) {
    const { start, end } = this.range(node);
    for (const { type, key } of node.properties) {
      const other =
        type === 'KeyValueProperty' && Object.hasOwn(FILTER_BOUNDARY, key.value) && FILTER_BOUNDARY[key.value];
      if (!other) continue;
      const [from, to] = [this.at(key.span.start), this.at(key.span.end)];
      const changed = this.source.slice(start, from) + other + this.source.slice(to, end);
      this.add(node, 'boundary', changed, (text) => `(${text})`, `${key.value} → ${other}`);
    }
  }
}

/** Where a property of an object stands, however it is written: `a: b`, `a` or `...a`. */
function spanOf({ type, span, key, value, spread, arguments: spreads }) {
  if (type === 'KeyValueProperty') return { start: key.span.start, end: value.span.end };
  return type === 'SpreadElement' ? { start: spread.start, end: spreads.span.end } : span;
}

const unwrapped = (node) =>
  TRANSPARENT.has(node.type) || node.type === 'ParenthesisExpression' ? unwrapped(node.expression) : node;
const isPlain = ({ type }) => ['StringLiteral', 'ArrayExpression', 'ObjectExpression', 'BooleanLiteral'].includes(type);
const isProduct = (node) =>
  node.type === 'BinaryExpression' &&
  node.operator === '*' &&
  [node.left, node.right].every(
    (side) => isProduct(side) || side.type === 'NumericLiteral' || side.type === 'Identifier'
  );

function isCondition(node) {
  const { type, operator } = unwrapped(node);
  return (
    (type === 'BinaryExpression' && (COMPARISONS.has(operator) || operator === '&&' || operator === '||')) ||
    (type === 'UnaryExpression' && operator === '!')
  );
}

/** A call that answers yes or no. */
const isQuestion = ({ type, callee }) =>
  type === 'CallExpression' &&
  /^(is|has|may|can|includes|some|every|startsWith|endsWith|equals|test)/.test(
    callee.value ?? callee.property?.value ?? ''
  );

/** A limit of a thousand or more is no count, so it is doubled and halved. */
const shifted = (value) => (Math.abs(value) < 1000 ? [value + 1, value - 1] : [value * 2, Math.floor(value / 2)]);

/** The letters that the cells of a table are made of, where it is such a table. */
function lettersOf(node) {
  const cells = [];
  const gather = (one) => {
    const value = unwrapped(one);
    if (value.type === 'ObjectExpression') for (const { value: inner } of value.properties) inner && gather(inner);
    // A list beside the cells is none of them.
    else if (value.type !== 'ArrayExpression') cells.push(value.type === 'StringLiteral' ? value.value : '!');
  };
  if (node.type !== 'ObjectExpression') return null;
  gather(node);
  const letters = new Set(cells.join('').replace(/[()]/g, ''));
  return cells.length > 10 && cells.every((cell) => /^\(?[a-z]{1,6}\)?$/.test(cell)) && letters.size <= 6
    ? [...letters].sort()
    : null;
}

/** The lines of a table, however deep they lie: what holds cells and nothing else. */
function linesOf(table) {
  const inner = table.properties.map(({ value }) => value && unwrapped(value));
  return inner.every((value) => value?.type === 'StringLiteral')
    ? [table]
    : inner.filter((value) => value?.type === 'ObjectExpression').flatMap(linesOf);
}

/** Where each byte of the source is in its string; null where they are the same. */
function offsetsOf(source) {
  if (Buffer.byteLength(source) === source.length) return null;
  const offsets = new Uint32Array(Buffer.byteLength(source) + 1);
  let byte = 0;
  for (let at = 0; at < source.length; ) {
    const code = source.codePointAt(at);
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    offsets.fill(at, byte, byte + width);
    byte += width;
    at += code < 0x10000 ? 1 : 2;
  }
  offsets[byte] = source.length;
  return offsets;
}
