import { DAY_PERIODS, type DayPeriod } from '@/lib/kit/listing/day-periods';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { ReportDefinition } from '@/lib/kit/reports/definition';

/** The parameters of the builder's address besides those of the list. */
const OWN = ['set', 'columns', 'groups', 'largest', 'period', 'report'] as const;

/** The builder with a report, which it changes if `report` names a saved one. */
export function builderAddress(
  { dataSet, columns, groups, largest, period, query }: ReportDefinition,
  { report }: { report?: string }
): string {
  const params = new URLSearchParams(query);
  params.set('set', dataSet);
  params.set('columns', columns.join());
  if (groups.length > 0) params.set('groups', groups.join());
  if (largest) params.set('largest', 'true');
  if (period) params.set('period', period);
  if (report) params.set('report', report);
  return `/workspace/reports/build?${params}`;
}

const single = (params: SearchParams, name: string): string => {
  const value = params[name];
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
};
const listed = (text: string) => text.split(',').filter(Boolean);

/** The report of a builder's address; null without a data set. */
export function definitionAsked(params: SearchParams, headings: Record<string, string> = {}): ReportDefinition | null {
  const dataSet = single(params, 'set');
  if (!dataSet) return null;
  const query = new URLSearchParams();
  for (const name of Object.keys(params))
    if (!OWN.includes(name as (typeof OWN)[number])) query.set(name, single(params, name));
  const period = single(params, 'period');
  return {
    ...{ dataSet, headings, query: query.toString() },
    columns: listed(single(params, 'columns')),
    groups: listed(single(params, 'groups')),
    largest: single(params, 'largest') === 'true',
    period: DAY_PERIODS.includes(period as DayPeriod) ? (period as DayPeriod) : null
  };
}

/** The parameters of a builder's address that its list's controls keep. */
export const kept = (params: SearchParams): Record<string, string> =>
  Object.fromEntries(
    OWN.flatMap((name) => {
      const value = single(params, name);
      return value ? [[name, value]] : [];
    })
  );
