import { Prisma } from '../../core/database/prisma/client';
import { MERCHANT_CATEGORY_RANGES } from '../../core/entry/merchant-categories';

const codeOf = (number: number) => String(number).padStart(4, '0');

/** The codes with which another group begins, or none, and that group, in the order of codes: a search by halves finds it. */
const SEGMENTS = Array.from({ length: 10_000 }, (_, number) => ({
  from: codeOf(number),
  category: MERCHANT_CATEGORY_RANGES.find(([first, last]) => number >= first && number <= last)?.[2] ?? 'other'
})).filter(({ category }, number, all) => category !== all[number - 1]?.category);
const FROM = SEGMENTS.map(({ from }) => from);
const CATEGORY = SEGMENTS.map(({ category }) => category);

/** The group of a merchant category code as `merchantCategory` tells it: text, never null. Codes of four digits compare as text. */
export const categorySql = (code: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce((${CATEGORY}::text[])[width_bucket((${code})::text, ${FROM}::text[])], 'other')`;

/** The condition that a merchant category code is in a group; as ranges, which are faster than `categorySql`. */
export function inCategory(code: Prisma.Sql, category: string): Prisma.Sql {
  const ranges = MERCHANT_CATEGORY_RANGES.filter(([, , one]) => category === 'other' || one === category).map(
    ([first, last]) => Prisma.sql`${code} BETWEEN ${codeOf(first)} AND ${codeOf(last)}`
  );
  if (ranges.length === 0) return Prisma.sql`FALSE`;
  const within = Prisma.sql`(${Prisma.join(ranges, ' OR ')})`;
  return category === 'other' ? Prisma.sql`${within} IS NOT TRUE` : within;
}
