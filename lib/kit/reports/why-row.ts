import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { sqlCount, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import type { Translate } from '../../core/language/texts';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { isId } from '../../core/secrets/ids';
import type { Column, Listing } from '../listing/listing';
import { columnsOf, conditionOf, filterConditions } from '../listing/select';
import { filterIn } from './asked';
import type { Printed } from './printed';
import type { ReportSource } from './report-source';

/** The most rows that are told about at once: several may be known by the same text. */
export const MOST_TOLD = 5;
/** The longest text that a row is known by. */
export const MOST_KNOWN = 100;

/** One condition of a report, and whether a row meets it. */
export interface MetCondition {
  label: string;
  /** What the report asks for. */
  asked: string;
  /** What the row has; null where that can't be told in words. */
  has: string | null;
  /** The number of its group, of which one must hold as a whole; null: it must hold itself. */
  group: number | null;
  isMet: boolean;
}

/** Why a row is in a report or not. */
export interface ToldRow {
  name: string;
  isIn: boolean;
  /** Every condition of the report besides what the reader may see. */
  conditions: MetCondition[];
}

/** A condition as SQL, before it is asked of a row. */
interface Asked {
  name: string | null;
  sql: Prisma.Sql;
  label: string;
  asked: string;
  group: number | null;
}

/** Whether readers can ask about rows of a report: its data set knows them by something. */
export const canTellWhy = ({ dataSet }: ReportSource): boolean => dataSet.knownBy !== undefined;

/**
 * Why the rows that are known by a text, or have it as their id, are in a report or not: every condition of the report is
 * asked of them by itself, in the statement that finds them under the one scope rule. A row outside the reader's scope is
 * answered as one that doesn't exist: by nothing.
 */
export async function whyRows(
  principal: Principal,
  source: ReportSource,
  sought: string,
  t: Translate,
  printed: Printed
): Promise<ToldRow[]> {
  const { listing, dataSet, query } = source;
  const text = withoutCardNumbers(sought.replaceAll('\0', '').trim()).slice(0, MOST_KNOWN);
  if (!dataSet.knownBy || !text) return [];
  const asked = await askedConditions(principal, source, t, printed);
  const title = titleOf(listing);
  const columns = [...new Set([title, ...asked.flatMap(({ name }) => name ?? [])])];
  const everything = { ...query, text: '', filters: {}, anyOf: [], columns };
  const known = isId(text)
    ? Prisma.sql`(${listing.id} = ${text}::uuid OR ${dataSet.knownBy(text)})`
    : dataSet.knownBy(text);
  const met = asked.map(({ sql }, at) => Prisma.sql`coalesce(${sql}, FALSE) AS ${sqlName(`"${metAt(at)}"`)}`);
  const condition = await conditionOf(principal, listing, everything);
  const rows = await reading(
    (db) => readRows(db, toldRow)`
      SELECT ${Prisma.join([...columnsOf(listing, everything), ...met], ', ')} FROM ${listing.from(principal)}
      WHERE ${known} AND ${condition} ORDER BY ${listing.id} LIMIT ${sqlCount(MOST_TOLD)}`
  );
  return rows.map((row) => told(row, asked, listing, title, printed));
}

const toldRow = z.looseObject({});
const metAt = (at: number) => `met${at}`;

/** The column with the name of a row, as its list has it. */
function titleOf({ presentation, columns }: Listing): string {
  const first = Object.keys(columns).find((name) => columns[name]?.type === 'text');
  return presentation?.title ?? (first as string);
}

/** Every condition of a report: its search, its filters, and those of each group. */
async function askedConditions(
  principal: Principal,
  { listing, query }: ReportSource,
  t: Translate,
  printed: Printed
): Promise<Asked[]> {
  const searched: Asked[] =
    query.text && listing.search
      ? [
          {
            name: null,
            sql: listing.search(query.text),
            group: null,
            label: t('listing.apply'),
            asked: query.text
          }
        ]
      : [];
  const inGroup = (filters: ReportSource['query']['filters'], group: number | null): Promise<Asked[]> =>
    Promise.all(
      Object.entries(filters).map(async ([name, filter]) => {
        const column = listing.columns[name] as Column;
        return {
          name,
          group,
          label: t(column.label),
          sql: Prisma.sql`(${Prisma.join(await filterConditions(principal, listing, { [name]: filter }), ' AND ')})`,
          asked: await filterIn(principal, column, filter, t, printed)
        };
      })
    );
  const groups = await Promise.all(query.anyOf.map((filters, at) => inGroup(filters, at + 1)));
  return [...searched, ...(await inGroup(query.filters, null)), ...groups.flat()];
}

function told(
  row: Readonly<Record<string, unknown>>,
  asked: readonly Asked[],
  { columns }: Listing,
  title: string,
  printed: Printed
): ToldRow {
  const said = (name: string): string => {
    const column = columns[name] as Column;
    const text = printed.value(name, column, row);
    return column.read ? column.read(text) : text;
  };
  const conditions = asked.map(({ name, label, asked: words, group }, at) => ({
    label,
    asked: words,
    group,
    isMet: row[metAt(at)] === true,
    // A column of ids has nothing to read.
    has: name === null || columns[name]?.nameOf ? null : said(name)
  }));
  const groups = [...new Set(conditions.flatMap(({ group }) => group ?? []))];
  const holds = (of: number | null) => conditions.filter(({ group }) => group === of).every(({ isMet }) => isMet);
  return { name: said(title), isIn: holds(null) && (groups.length === 0 || groups.some(holds)), conditions };
}
