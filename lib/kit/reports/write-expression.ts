import type { Expression } from './expression';

/** An expression as text, its columns named by the caller: what `parseExpression` reads as the same expression. */
export function writeExpression(expression: Expression, nameOf: (column: string) => string): string {
  const written = (of: Expression) => writeExpression(of, nameOf);
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'column':
      return `[${nameOf(expression.name)}]`;
    case 'negative':
      return `-${inParentheses(expression.of, nameOf, expression.of.kind === 'binary')}`;
    case 'round':
      return `round(${written(expression.of)}; ${expression.digits})`;
    case 'if': {
      const { compares, left, right, chosen, otherwise } = expression;
      return `if(${written(left)} ${compares} ${written(right)}; ${written(chosen)}; ${written(otherwise)})`;
    }
    case 'coalesce':
      return `coalesce(${expression.of.map(written).join('; ')})`;
    case 'days':
      return `days([${nameOf(expression.from)}]; [${nameOf(expression.to)}])`;
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
