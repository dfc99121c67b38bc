import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { readQuery, type SearchParams } from '@/lib/kit/listing/query';
import { type ReportSource, reportSource } from '@/lib/kit/reports/report-source';
import { definitionAsked } from './builder-address';

/** The source of the report of a builder's address, with the columns that the list shows at first; null without one. */
export function sourceAsked(
  principal: Principal,
  params: SearchParams,
  headings: Record<string, string> = {}
): ReportSource | null {
  const definition = definitionAsked(params, headings);
  if (!definition) return null;
  const listing = listNamed(LISTS, definition.dataSet, {})?.listing;
  const columns = listing && definition.columns.length === 0 ? readQuery(listing, {}).columns : definition.columns;
  return reportSource(LISTS, principal, { ...definition, columns });
}
