import type { Principal } from '../../access/policy/principal';
import type { Translate } from '../../core/language/texts';
import { comparedWords, wordsOfValues } from '../listing/filter-words';
import type { Column } from '../listing/listing';
import type { Filter } from '../listing/query';
import type { Printed } from './printed';
import type { ReportSource } from './report-source';

/** One condition of a report in words. */
interface Condition {
  label: string;
  value: string;
}

/** What was asked of a report in words: its period first, then its search and its other filters (C2.025). */
export async function askedOf(
  principal: Principal,
  { listing, dataSet, query }: ReportSource,
  t: Translate,
  printed: Printed
): Promise<{ period: string; filters: Condition[] }> {
  const { [dataSet.period]: period, ...others } = query.filters;
  const filters: Condition[] = query.text ? [{ label: t('listing.apply'), value: query.text }] : [];
  const inWords = (of: ReportSource['query']['filters']): Promise<Condition[]> =>
    Promise.all(
      Object.entries(of).map(async ([name, filter]) => {
        const column = listing.columns[name] as Column;
        return { label: t(column.label), value: await filterIn(principal, column, filter, t, printed) };
      })
    );
  filters.push(...(await inWords(others)));
  for (const [at, group] of query.anyOf.entries()) {
    const all = (await inWords(group)).map(({ label, value }) => `${label}: ${value}`);
    filters.push({ label: `${t('report.any')}, ${t('report.any.group', { number: at + 1 })}`, value: all.join('; ') });
  }
  const periodColumn = listing.columns[dataSet.period] as Column;
  return {
    period: period ? await filterIn(principal, periodColumn, period, t, printed) : t('listing.tab.all'),
    filters
  };
}

/** A filter of a column in words, with how it compares. */
export async function filterIn(
  principal: Principal,
  column: Column,
  filter: Filter,
  t: Translate,
  printed: Printed
): Promise<string> {
  const { value, from, to } = filter;
  if (column.filter === 'range')
    return comparedWords(t, filter, `${endIn(column, from, printed)} – ${endIn(column, to, printed)}`.trim());
  if (column.nameOf && value !== undefined) return (await column.nameOf(value, principal)) ?? '–';
  return comparedWords(t, filter, wordsOfValues(t, column, filter));
}

function endIn({ type }: Column, end: string | undefined, printed: Printed): string {
  if (end === undefined) return '';
  return type === 'date' || type === 'date-time' ? printed.day(end) : printed.number(end);
}
