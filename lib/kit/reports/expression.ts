/** An expression over columns and exact decimals. */
export type Expression =
  | { kind: 'number'; value: string }
  | { kind: 'column'; name: string }
  | { kind: 'negative'; of: Expression }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression };
export type Operator = '+' | '-' | '*' | '/';

/** What a calculated value can be a percentage of: of the report's total, or of that of the group above its row. */
export const SHARES = ['report', 'group'] as const;
export type Share = (typeof SHARES)[number];

/** The longest expression that is read. */
export const MOST_CHARACTERS = 300;

/** Why a text is no expression: a message key, with the part that it is about. */
export interface ExpressionFault {
  code:
    | 'report.expression.column'
    | 'report.expression.ends'
    | 'report.expression.unexpected'
    | 'report.expression.long'
    | 'report.share.additive';
  params: { text: string } | { most: number };
}

export type Parsed = { ok: true; expression: Expression } | { ok: false; fault: ExpressionFault };

/** The other signs that people write for an operator. */
const SAME: Readonly<Record<string, Operator>> = { '−': '-', '–': '-', '×': '*', '·': '*', '÷': '/', ':': '/' };
const TOKEN = /\s*(?:(\d{1,15}(?:[.,]\d{1,9})?)|\[([^[\]]*)\]|([-+*/()−–×·÷:]))/y;

type Token =
  | { kind: 'number'; value: string; text: string }
  | { kind: 'column'; name: string; text: string }
  | { kind: 'sign'; value: Operator | '(' | ')'; text: string };

class Fault extends Error {
  constructor(readonly fault: ExpressionFault) {
    super(fault.code);
  }
}

const unexpected = (text: string) => new Fault({ code: 'report.expression.unexpected', params: { text } });
const ends = (text: string) => new Fault({ code: 'report.expression.ends', params: { text } });

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw unexpected(text.slice(from).trim().slice(0, 20).trim());
    const [whole, number, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', value: number.replace(',', '.'), text: number });
    else if (name !== undefined) tokens.push({ kind: 'column', name: name.trim(), text: whole.trim() });
    else tokens.push({ kind: 'sign', value: SAME[sign as string] ?? (sign as Operator), text: sign as string });
  }
  return tokens;
}

/**
 * Reads an expression: sums, differences, products and quotients of numbers and of columns in brackets,
 * `([Billed] - [Tax]) / 2`.
 * @param columnOf the column that a name in brackets means; null for none
 */
export function parseExpression(text: string, columnOf: (name: string) => string | null): Parsed {
  if (text.length > MOST_CHARACTERS)
    return { ok: false, fault: { code: 'report.expression.long', params: { most: MOST_CHARACTERS } } };
  try {
    const tokens = tokensOf(text);
    let at = 0;
    const isSign = (...signs: string[]) => {
      const token = tokens[at];
      return token?.kind === 'sign' && signs.includes(token.value);
    };
    const operand = (): Expression => {
      const token = tokens[at++];
      if (!token) throw ends(text.trim().slice(-20));
      if (token.kind === 'number') return { kind: 'number', value: token.value };
      if (token.kind === 'column') {
        const name = columnOf(token.name);
        if (name === null) throw new Fault({ code: 'report.expression.column', params: { text: token.name } });
        return { kind: 'column', name };
      }
      if (token.value === '-') return { kind: 'negative', of: operand() };
      if (token.value !== '(') throw unexpected(token.text);
      const inner = sum();
      if (!isSign(')')) throw tokens[at] ? unexpected((tokens[at] as Token).text) : ends(text.trim().slice(-20));
      at += 1;
      return inner;
    };
    const chain = (next: () => Expression, ...signs: Operator[]): Expression => {
      let left = next();
      while (isSign(...signs)) {
        const operator = (tokens[at++] as { value: Operator }).value;
        left = { kind: 'binary', operator, left, right: next() };
      }
      return left;
    };
    const product = () => chain(operand, '*', '/');
    const sum = (): Expression => chain(product, '+', '-');
    const expression = sum();
    const rest = tokens[at];
    if (rest) throw unexpected(rest.text);
    return { ok: true, expression };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** An expression as text, its columns named by the caller: what `parseExpression` reads as the same expression. */
export function writeExpression(expression: Expression, nameOf: (column: string) => string): string {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'column':
      return `[${nameOf(expression.name)}]`;
    case 'negative':
      return `-${inParentheses(expression.of, nameOf, expression.of.kind === 'binary')}`;
    default: {
      const { operator, left, right } = expression;
      const binds = operator === '*' || operator === '/';
      const isSum = (of: Expression) => of.kind === 'binary' && (of.operator === '+' || of.operator === '-');
      return [
        inParentheses(left, nameOf, binds && isSum(left)),
        operator,
        inParentheses(right, nameOf, right.kind === 'binary' && (binds || isSum(right)))
      ].join(' ');
    }
  }
}

const inParentheses = (of: Expression, nameOf: (column: string) => string, needed: boolean): string =>
  needed ? `(${writeExpression(of, nameOf)})` : writeExpression(of, nameOf);

/** The columns of an expression, each once. */
export function columnsIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'column':
      return [expression.name];
    case 'negative':
      return columnsIn(expression.of);
    default:
      return [...new Set([...columnsIn(expression.left), ...columnsIn(expression.right)])];
  }
}

/**
 * How an expression follows its columns when all of them grow alike: 1, as an amount does, so that its values can be added
 * up; 0, as a ratio of amounts or a number does, which is the same of sums; null: neither.
 */
export function degreeOf(expression: Expression): 0 | 1 | null {
  switch (expression.kind) {
    case 'number':
      return 0;
    case 'column':
      return 1;
    case 'negative':
      return degreeOf(expression.of);
    default: {
      const [left, right] = [degreeOf(expression.left), degreeOf(expression.right)];
      if (left === null || right === null) return null;
      if (expression.operator === '+' || expression.operator === '-') return left === right ? left : null;
      const degree = expression.operator === '*' ? left + right : left - right;
      return degree === 0 || degree === 1 ? degree : null;
    }
  }
}

/** Whether the values of an expression are added up by adding its columns up: nothing is divided by a column. */
export function isAdditive(expression: Expression): boolean {
  const divides = (of: Expression): boolean =>
    (of.kind === 'negative' && divides(of.of)) ||
    (of.kind === 'binary' &&
      ((of.operator === '/' && columnsIn(of.right).length > 0) || divides(of.left) || divides(of.right)));
  return degreeOf(expression) === 1 && !divides(expression);
}
