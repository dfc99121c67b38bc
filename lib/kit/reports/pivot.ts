import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { sqlCount, sqlName } from '../../core/database/names';
import { reading } from '../../core/database/replica';
import { type Reader, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { Translate } from '../../core/language/texts';
import { type Column, wordOfChoice } from '../listing/listing';
import { type Field, fieldsOf } from '../listing/table-file';
import { MOST_COLUMNS } from './definition';
import type { Printed } from './printed';
import { innerSelect, pivotParts, reportColumns } from './report-select';
import type { ReportSource } from './report-source';

/** The maximum number of values that become columns. */
export const MOST_PIVOTED = 50;

const valueRow = z.strictObject({ value: z.string().nullable() });

/** The source with the values that its pivot has now in one database, or in the moment of one transaction. */
export async function withPivot(principal: Principal, source: ReportSource, db: Reader): Promise<ReportSource> {
  const { pivot } = source.definition;
  if (pivot === null) return source;
  const column = sqlName(`"${pivot}"`);
  const rows = await readRows(db, valueRow)`
    SELECT ${column}::text AS value FROM (${await innerSelect(principal, source)}) AS matching
    GROUP BY ${column} ORDER BY ${column} NULLS LAST LIMIT ${sqlCount(MOST_PIVOTED + 1)}`;
  const places = Object.keys(source.listing.columns[pivot]?.choices ?? {});
  const placeOf = (value: string | null) => (value === null ? places.length : places.indexOf(value));
  const values = rows.map(({ value }) => value);
  return { ...source, pivoted: places.length > 0 ? values.sort((a, b) => placeOf(a) - placeOf(b)) : values };
}

/** The source with the columns of its pivot; refuses more of them than a report can have (C9.018). */
export async function pivotedNow(principal: Principal, source: ReportSource): Promise<Result<ReportSource>> {
  if (source.definition.pivot === null) return accepted(source);
  const pivoted = await reading((db) => withPivot(principal, source, db));
  if ((pivoted.pivoted ?? []).length > MOST_PIVOTED)
    return refused({ code: 'report.pivot.many', params: { most: MOST_PIVOTED } });
  const count = reportColumns(pivoted).reduce((sum, [, { currency }]) => sum + (currency ? 2 : 1), 0);
  return count > MOST_COLUMNS
    ? refused({ code: 'report.columns.many', params: { most: MOST_COLUMNS } })
    : accepted(pivoted);
}

/**
 * The columns of a report's file with their headings: a pivot's are called by its values, and by what is added up if that
 * is more than one thing.
 */
export function reportFields(source: ReportSource, t: Translate, printed: Pick<Printed, 'day' | 'month'>): Field[] {
  const { listing, definition } = source;
  const parts = pivotParts(source);
  const pivot = listing.columns[definition.pivot ?? ''];
  const isOne = new Set(parts.map(({ of }) => of)).size === 1;
  const headings = parts.map(({ name, of, value }) => {
    const word = pivot && value !== null ? inWords(pivot, value, t, printed) : t('report.pivot.none');
    const sum = definition.headings[of] ?? t(listing.columns[of]?.label ?? 'report.count');
    return [name, isOne ? word : `${word} – ${sum}`];
  });
  return fieldsOf(reportColumns(source), t, { ...definition.headings, ...Object.fromEntries(headings) });
}

function inWords(column: Column, value: string, t: Translate, printed: Pick<Printed, 'day' | 'month'>): string {
  if (column.type === 'date') return printed.day(value);
  if (column.type === 'month') return printed.month(value);
  if (column.type === 'boolean') return t(value === 'true' ? 'yes' : 'no');
  return column.type === 'choice' ? wordOfChoice(t, column, value) : (column.read?.(value) ?? value);
}
