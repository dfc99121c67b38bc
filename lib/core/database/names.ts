import { Prisma } from './prisma/client';

const NAME = /^([a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?|"[A-Za-z][A-Za-z0-9]*")$/;
const KEY = /^[A-Za-z][A-Za-z0-9]*$/;

/** A name that the code owns as SQL: a table, a column, an alias, `alias.column`, `"camelCase"`. @throws RangeError for all else */
export function sqlName(name: string): Prisma.Sql {
  if (!NAME.test(name)) throw new RangeError('this is no name of a table or column');
  return Prisma.raw(name);
}

/** A key that the code owns, as of jsonb, as a literal of SQL: an index serves what names it so. @throws RangeError for all else */
export function sqlKey(key: string): Prisma.Sql {
  if (!KEY.test(key)) throw new RangeError('this is no key');
  return Prisma.raw(`'${key}'`);
}

/** A number as a literal of SQL, where the database takes no parameter. @throws RangeError for what is no whole number */
export function sqlCount(count: number): Prisma.Sql {
  if (!Number.isSafeInteger(count)) throw new RangeError('this is no whole number');
  return Prisma.raw(String(count));
}
