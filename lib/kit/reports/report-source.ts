import { may, type Principal } from '../../access/policy/principal';
import { accepted, type Refusal, type Result } from '../../core/entry/refusal';
import { type Lists, listNamed } from '../bulk/declared-lists';
import type { DataSet } from '../listing/data-set';
import type { Column, Listing } from '../listing/listing';
import { type ListQuery, readQuery, type SearchParams } from '../listing/query';
import { seenListing } from '../listing/seen-columns';
import { type Calculated, calculatedOf, withCalculated } from './calculated';
import type { ReportDefinition } from './definition';
import { periodDays } from './period-days';

/** A report with the list that it reads, and the query of that list. */
export interface ReportSource {
  listing: Listing;
  dataSet: DataSet;
  query: ListQuery & { anyOf: readonly ListQuery['filters'][] };
  /** The calculated columns, which the listing has as well. */
  calculated: readonly Calculated[];
  /** The values of its pivot, which are columns; null: it has none, or they aren't read yet. */
  pivoted: readonly (string | null)[] | null;
  definition: ReportDefinition;
}

/** The names of the data sets that a principal may report on, in the order of the modules (C6.027). */
export const dataSetsOf = (lists: Lists, principal: Principal): string[] =>
  [...lists].flatMap(([name, { dataSet }]) => {
    const listing = dataSet && listNamed(lists, name, {})?.listing;
    return listing && may(principal, listing.area, 'view') ? [name] : [];
  });

/** Whether a report may show a column; those that filter by ids show nothing. */
export const isReportable = ({ nameOf }: Column): boolean => nameOf === undefined;

/**
 * The source of a report; null if there is no such data set, or if the principal may not see its list. Columns that the
 * list no longer has, or that need a right which the principal lacks, are left out.
 */
export function reportSource(lists: Lists, principal: Principal, definition: ReportDefinition): ReportSource | null {
  const parameters = Object.fromEntries(new URLSearchParams(definition.query));
  const named = listNamed(lists, definition.dataSet, parameters);
  if (!named?.dataSet || !may(principal, named.listing.area, 'view')) return null;
  const { dataSet } = named;
  const listing = seenListing(principal, named.listing);
  const shown = (name: string) => {
    const column = listing.columns[name];
    return column !== undefined && isReportable(column);
  };
  const columns = definition.columns.filter(shown);
  const groups = definition.groups.filter((name) => dataSet.groups.includes(name) && shown(name));
  const { pivot: asked } = definition;
  const isPivot = asked !== null && groups.length > 0 && dataSet.groups.includes(asked) && !groups.includes(asked);
  const pivot = isPivot && shown(asked) ? asked : null;
  if (columns.length === 0) return null;
  const calculated = calculatedOf(listing, columns, definition.calculated);
  const query = {
    ...readQuery(listing, parameters),
    columns: [...columns, ...calculated.map(({ name }) => name)],
    anyOf: definition.anyOf.map((group) => filtersOf(listing, group)).filter((group) => Object.keys(group).length > 0)
  };
  const headings = { ...definition.headings, ...Object.fromEntries(calculated.map((one) => [one.name, one.heading])) };
  return {
    listing: withCalculated(listing, calculated),
    dataSet,
    query,
    calculated,
    pivoted: null,
    definition: { ...definition, columns, groups, pivot, headings }
  };
}

/** The filters of a group of conditions. */
export const filtersOf = (listing: Listing, group: string): ListQuery['filters'] =>
  readQuery(listing, Object.fromEntries(new URLSearchParams(group))).filters;

/** A first and a last day, either of which may be missing. */
interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The definition with days in place of its period, or of its filter of the same column. */
export function withDays(
  definition: ReportDefinition,
  { period: column }: Pick<DataSet, 'period'>,
  days: Days | null
): ReportDefinition {
  if (days === null) return { ...definition, period: null };
  const { from, to } = days;
  const query = new URLSearchParams(definition.query);
  query.delete(`${column}.is`);
  for (const [end, day] of [
    [`${column}.from`, from],
    [`${column}.to`, to]
  ] as const) {
    if (day) query.set(end, day);
    else query.delete(end);
  }
  return { ...definition, query: query.toString(), period: null };
}

/** The reason that a data set refuses a query, such as too long a period (C5.022); null if it doesn't. */
export async function sourceFault(principal: Principal, source: ReportSource): Promise<Refusal | null> {
  const query: SearchParams = Object.fromEntries(new URLSearchParams(source.definition.query));
  return (await source.dataSet.fault?.(principal, query, source.dataSet.period)) ?? null;
}

/** The source with the days that its period means today, as for a preview; refuses a period that means none. */
export async function sourceToday(
  lists: Lists,
  principal: Principal,
  source: ReportSource,
  today: string
): Promise<Result<ReportSource>> {
  const { definition, dataSet } = source;
  if (definition.period === null) return accepted(source);
  const days = await periodDays(principal, definition.period, today);
  if (!days.ok) return days;
  return accepted(reportSource(lists, principal, withDays(definition, dataSet, days.value)) ?? source);
}
