/** An expression over columns and exact decimals. */
export type Expression =
  | { kind: 'number'; value: string }
  | { kind: 'column'; name: string }
  | { kind: 'negative'; of: Expression }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }
  /** Rounded half away from zero. */
  | { kind: 'round'; of: Expression; digits: number }
  /** One of two values by how two others compare; empty if one of those is. */
  | { kind: 'if'; compares: Compares; left: Expression; right: Expression; chosen: Expression; otherwise: Expression }
  /** The first value that isn't empty. */
  | { kind: 'coalesce'; of: readonly Expression[] }
  /** The number of days from one date column to another. */
  | { kind: 'days'; from: string; to: string };
export type Operator = '+' | '-' | '*' | '/';
export type Compares = '=' | '<>' | '<' | '<=' | '>' | '>=';
/** What a column that an expression names must hold. */
export type OperandKind = 'number' | 'date';

/** What a calculated value can be a percentage of: of the report's total, or of that of the group above its row. */
export const SHARES = ['report', 'group'] as const;
export type Share = (typeof SHARES)[number];

/** The expressions that an expression is made of. */
export function partsIn(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'negative':
    case 'round':
      return [expression.of];
    case 'coalesce':
      return expression.of;
    case 'if':
      return [expression.left, expression.right, expression.chosen, expression.otherwise];
    case 'binary':
      return [expression.left, expression.right];
    default:
      return [];
  }
}

/** The columns of an expression, each once. */
export function columnsIn(expression: Expression): string[] {
  if (expression.kind === 'column') return [expression.name];
  if (expression.kind === 'days') return [...new Set([expression.from, expression.to])];
  return [...new Set(partsIn(expression).flatMap(columnsIn))];
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
    case 'days':
      return 1;
    case 'negative':
    case 'round':
      return degreeOf(expression.of);
    case 'coalesce':
      return degreeOfEither(expression.of);
    case 'if':
      // Which of two ratios sums have isn't known by which their rows have.
      return degreeOfEither([expression.chosen, expression.otherwise]) === 1 ? 1 : null;
    default: {
      const [left, right] = [degreeOf(expression.left), degreeOf(expression.right)];
      if (left === null || right === null) return null;
      if (expression.operator === '+' || expression.operator === '-') return left === right ? left : null;
      const degree = expression.operator === '*' ? left + right : left - right;
      return degree === 0 || degree === 1 ? degree : null;
    }
  }
}

/** The degree of whichever of some values there is; nothing is of any degree. */
function degreeOfEither(of: readonly Expression[]): 0 | 1 | null {
  const [first, ...others] = new Set(of.filter((one) => !isNothing(one)).map(degreeOf));
  if (first === undefined) return 0;
  return others.length === 0 ? first : null;
}

const isNothing = (of: Expression): boolean => of.kind === 'number' && Number(of.value) === 0;

/** Whether the values of an expression add up, so that rows together have their sum: none is divided by a column. */
export function isAdditive(expression: Expression): boolean {
  return degreeOf(expression) === 1 && !divides(expression);
}

function divides(of: Expression): boolean {
  if (of.kind === 'if') return divides(of.chosen) || divides(of.otherwise);
  const isQuotient = of.kind === 'binary' && of.operator === '/' && columnsIn(of.right).length > 0;
  return isQuotient || partsIn(of).some(divides);
}

/** Whether an expression has one of two values by a comparison, which sums would answer differently than their rows. */
export const chooses = (of: Expression): boolean => of.kind === 'if' || partsIn(of).some(chooses);
