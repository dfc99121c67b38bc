import type { SearchParams } from '@/lib/kit/listing/query';
import { MOST_CALCULATED } from '@/lib/kit/reports/calculated';
import { MOST_ANY, type ReportDefinition } from '@/lib/kit/reports/definition';
import { SHARES, type Share } from '@/lib/kit/reports/expression';
import { readPeriod } from '@/lib/kit/reports/period';

/** The parameters of the builder's address besides those of the list. */
const OWN = ['set', 'columns', 'groups', 'pivot', 'largest', 'period', 'report'];
const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);
/** The parameters of groups of conditions, and of the headings, expressions and shares of calculated columns. */
const ANY = upTo(MOST_ANY).map((number) => `any${number}`);
const CALCULATED = upTo(MOST_CALCULATED).map((number) => ({
  heading: `heading${number}`,
  expression: `calc${number}`,
  share: `share${number}`
}));
const KNOWN = [...OWN, ...ANY, ...CALCULATED.flatMap((names) => Object.values(names))];

type Shown = Omit<ReportDefinition, 'headings' | 'query' | 'ask'>;

/** The builder's own parameters of a report, which it changes if `report` names a saved one. */
export function ownParameters(
  { dataSet, columns, groups, pivot, largest, period, anyOf, calculated }: Shown,
  report?: string
): Record<string, string> {
  return {
    set: dataSet,
    columns: columns.join(),
    ...(groups.length > 0 && { groups: groups.join() }),
    ...(pivot && { pivot }),
    ...(largest && { largest: 'true' }),
    ...(period && { period }),
    ...Object.fromEntries(anyOf.map((group, at) => [ANY[at], group])),
    ...Object.fromEntries(
      calculated.flatMap(({ heading, expression, share }, at) => [
        [CALCULATED[at]?.heading, heading],
        [CALCULATED[at]?.expression, expression],
        ...(share ? [[CALCULATED[at]?.share, share]] : [])
      ])
    ),
    ...(report && { report })
  };
}

/** The builder with a report. */
export const builderAddress = (definition: ReportDefinition, { report }: { report?: string }): string =>
  `/workspace/reports/build?${new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(definition.query)),
    ...ownParameters(definition, report)
  })}`;

const single = (params: SearchParams, name: string): string => {
  const value = params[name];
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
};
const isShare = (text: string | undefined): text is Share => SHARES.includes(text as Share);
const listed = (text: string) => text.split(',').filter(Boolean);

/** The report of a builder's address; null without a data set. */
export function definitionAsked(params: SearchParams, headings: Record<string, string> = {}): ReportDefinition | null {
  const dataSet = single(params, 'set');
  if (!dataSet) return null;
  const query = new URLSearchParams();
  for (const name of Object.keys(params)) if (!KNOWN.includes(name)) query.set(name, single(params, name));
  const period = single(params, 'period');
  return {
    dataSet,
    headings,
    query: query.toString(),
    ask: [],
    columns: listed(single(params, 'columns')),
    groups: listed(single(params, 'groups')),
    anyOf: ANY.map((name) => single(params, name)).filter(Boolean),
    calculated: CALCULATED.flatMap((names) => {
      const [heading, expression, share] = [names.heading, names.expression, names.share].map((one) =>
        single(params, one)
      );
      if (!expression) return [];
      return [{ heading: heading ?? '', expression, ...(isShare(share) && { share }) }];
    }),
    pivot: single(params, 'pivot') || null,
    largest: single(params, 'largest') === 'true',
    period: readPeriod(period) ? period : null
  };
}
