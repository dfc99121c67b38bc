import { Prisma } from '../../core/database/prisma/client';
import { MERCHANT_CATEGORY_RANGES } from '../../core/entry/merchant-categories';

const codeOf = (number: number) => String(number).padStart(4, '0');
const FIRST = MERCHANT_CATEGORY_RANGES.map(([first]) => codeOf(first));
const LAST = MERCHANT_CATEGORY_RANGES.map(([, last]) => codeOf(last));
const CATEGORY = MERCHANT_CATEGORY_RANGES.map(([, , category]) => category);

/** The group of a merchant category code as `merchantCategory` tells it: text, never null. Codes of four digits compare as text. */
export const categorySql = (code: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce((
  SELECT kind.category FROM unnest(${FIRST}::text[], ${LAST}::text[], ${CATEGORY}::text[]) AS kind(first, last, category)
  WHERE ${code} BETWEEN kind.first AND kind.last LIMIT 1), 'other')`;

/** The condition that a merchant category code is in a group; as ranges, which are faster than `categorySql`. */
export function inCategory(code: Prisma.Sql, category: string): Prisma.Sql {
  const ranges = MERCHANT_CATEGORY_RANGES.filter(([, , one]) => category === 'other' || one === category).map(
    ([first, last]) => Prisma.sql`${code} BETWEEN ${codeOf(first)} AND ${codeOf(last)}`
  );
  if (ranges.length === 0) return Prisma.sql`FALSE`;
  const within = Prisma.sql`(${Prisma.join(ranges, ' OR ')})`;
  return category === 'other' ? Prisma.sql`${within} IS NOT TRUE` : within;
}
