import type { Compares, Expression, OperandKind, Operator } from './expression';

/** The longest expression that is read. */
export const MOST_CHARACTERS = 300;
/** The most decimals that an expression rounds to. */
const MOST_DIGITS = 6;

/** Why a text is no expression: a message key, with the part that it is about. */
export interface ExpressionFault {
  code:
    | 'report.expression.column'
    | 'report.expression.date'
    | 'report.expression.ends'
    | 'report.expression.unexpected'
    | 'report.expression.long'
    | 'report.share.additive';
  params: { text: string } | { most: number };
}

export type Parsed = { ok: true; expression: Expression } | { ok: false; fault: ExpressionFault };

/** The other signs that people write for an operator or a comparison. */
const SAME: Readonly<Record<string, Sign>> = {
  '−': '-',
  '–': '-',
  '×': '*',
  '·': '*',
  '÷': '/',
  ':': '/',
  '≠': '<>',
  '≤': '<=',
  '≥': '>=',
  ',': ';'
};
const FUNCTIONS = ['round', 'if', 'coalesce', 'days'] as const;
type FunctionName = (typeof FUNCTIONS)[number];
const COMPARES = ['=', '<>', '<', '<=', '>', '>='] as const satisfies Compares[];
const TOKEN =
  /\s*(?:(\d{1,15}(?:[.,]\d{1,9})?)|\[([^[\]]*)\]|(round|if|coalesce|days)(?=\s*\()|(<=|>=|<>|[-+*/()−–×·÷:;,=<>≠≤≥]))/iy;

/** Arguments are separated by semicolons, or by commas that no digit follows at once: `0,5` is a number. */
type Sign = Operator | Compares | '(' | ')' | ';';

type Token =
  | { kind: 'number'; value: string; text: string }
  | { kind: 'column'; name: string; text: string }
  | { kind: 'function'; name: FunctionName; text: string }
  | { kind: 'sign'; value: Sign; text: string };

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
    const [whole, number, name, called, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', value: number.replace(',', '.'), text: number });
    else if (name !== undefined) tokens.push({ kind: 'column', name: name.trim(), text: whole.trim() });
    else if (called !== undefined)
      tokens.push({ kind: 'function', name: called.toLowerCase() as FunctionName, text: called });
    else tokens.push({ kind: 'sign', value: SAME[sign as string] ?? (sign as Sign), text: sign as string });
  }
  return tokens;
}

/** The column that a name in brackets means; null for none of that kind. */
export type ColumnOf = (name: string, kind: OperandKind) => string | null;

/**
 * Reads an expression: sums, differences, products and quotients of numbers, of columns in brackets and of functions,
 * `round(([Billed] - [Tax]) / 2; 2)`.
 */
export function parseExpression(text: string, columnOf: ColumnOf): Parsed {
  if (text.length > MOST_CHARACTERS)
    return { ok: false, fault: { code: 'report.expression.long', params: { most: MOST_CHARACTERS } } };
  try {
    const reading = new Reading(tokensOf(text), text, columnOf);
    return { ok: true, expression: reading.whole() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** Tokens that become an expression, from the first to the last. @throws Fault */
class Reading {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly text: string,
    private readonly columnOf: ColumnOf
  ) {}

  whole(): Expression {
    const expression = this.sum();
    const rest = this.tokens[this.at];
    if (rest) throw unexpected(rest.text);
    return expression;
  }

  private next(): Token {
    const token = this.tokens[this.at++];
    if (!token) throw ends(this.text.trim().slice(-20));
    return token;
  }

  private isSign(...signs: readonly string[]): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && signs.includes(token.value);
  }

  private take<Taken extends Sign>(...signs: readonly Taken[]): Taken {
    const token = this.next();
    if (token.kind !== 'sign' || !signs.includes(token.value as Taken)) throw unexpected(token.text);
    return token.value as Taken;
  }

  private sum(): Expression {
    return this.chain(() => this.chain(() => this.operand(), '*', '/'), '+', '-');
  }

  private chain(next: () => Expression, ...signs: readonly Operator[]): Expression {
    let left = next();
    while (this.isSign(...signs)) left = { kind: 'binary', operator: this.take(...signs), left, right: next() };
    return left;
  }

  private operand(): Expression {
    const token = this.next();
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: token.value };
      case 'column':
        return { kind: 'column', name: this.known(token.name, 'number') };
      case 'function':
        return this.called(token.name);
      default: {
        if (token.value === '-') return { kind: 'negative', of: this.operand() };
        if (token.value !== '(') throw unexpected(token.text);
        const inner = this.sum();
        this.take(')');
        return inner;
      }
    }
  }

  private called(name: FunctionName): Expression {
    this.take('(');
    const expression = this.argumentsOf(name);
    this.take(')');
    return expression;
  }

  private argumentsOf(name: FunctionName): Expression {
    const after = <Next>(read: () => Next): Next => {
      this.take(';');
      return read();
    };
    switch (name) {
      case 'round': {
        const of = this.sum();
        return { kind: 'round', of, digits: this.isSign(';') ? after(() => this.digits()) : 0 };
      }
      case 'if': {
        const left = this.sum();
        const compares = this.take(...COMPARES);
        const right = this.sum();
        const chosen = after(() => this.sum());
        return { kind: 'if', compares, left, right, chosen, otherwise: after(() => this.sum()) };
      }
      case 'coalesce': {
        const of = [this.sum(), after(() => this.sum())];
        while (this.isSign(';')) of.push(after(() => this.sum()));
        return { kind: 'coalesce', of };
      }
      default: {
        const from = this.date();
        return { kind: 'days', from, to: after(() => this.date()) };
      }
    }
  }

  private digits(): number {
    const token = this.next();
    const digits = token.kind === 'number' ? Number(token.value) : Number.NaN;
    if (!Number.isInteger(digits) || digits > MOST_DIGITS) throw unexpected(token.text);
    return digits;
  }

  private date(): string {
    const token = this.next();
    if (token.kind !== 'column') throw unexpected(token.text);
    return this.known(token.name, 'date');
  }

  private known(name: string, kind: OperandKind): string {
    const known = this.columnOf(name, kind);
    const code = kind === 'date' ? 'report.expression.date' : 'report.expression.column';
    if (known === null) throw new Fault({ code, params: { text: name } });
    return known;
  }
}
