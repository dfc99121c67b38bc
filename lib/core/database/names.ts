import { Prisma } from './prisma/client';

const NAME = /^([a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?|"[A-Za-z_][A-Za-z0-9_]*")$/;
const KEY = /^[A-Za-z][A-Za-z0-9]*$/;
const WORD = /^[a-z]+(-[a-z]+)*$/;

/**
 * A name from the code as SQL: a table, a column, an alias, `alias.column`, `"camelCase"`. @throws RangeError for other
 * texts
 */
export function sqlName(name: string): Prisma.Sql {
  if (!NAME.test(name)) throw new RangeError('this is no name of a table or column');
  return Prisma.raw(name);
}

/**
 * A key from the code, such as of jsonb, as an SQL literal, so that an index can match it. @throws RangeError for other
 * texts
 */
export function sqlKey(key: string): Prisma.Sql {
  if (!KEY.test(key)) throw new RangeError('this is no key');
  return Prisma.raw(`'${key}'`);
}

/**
 * A word from the code, such as the name of a set-up entity, as an SQL literal. @throws RangeError for other texts
 */
export function sqlWord(word: string): Prisma.Sql {
  if (!WORD.test(word)) throw new RangeError('this is no word of the code');
  return Prisma.raw(`'${word}'`);
}

/**
 * A number as an SQL literal, where the database accepts no parameter. @throws RangeError if it isn't a whole number
 */
export function sqlCount(count: number): Prisma.Sql {
  if (!Number.isSafeInteger(count)) throw new RangeError('this is no whole number');
  return Prisma.raw(String(count));
}

/**
 * The row of a column from the code as SQL: `t` of `t.account_id`. @throws RangeError for other texts
 */
export const rowOf = (column: string): Prisma.Sql => sqlName(column.slice(0, column.indexOf('.')));
