import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import { knownReport } from '@/lib/kit/reports/known-report';
import type { ReportSource } from '@/lib/kit/reports/report-source';
import { dayRanges } from '../listing/day-ranges';
import { type FilterSpec, filterSpecs } from '../listing/filter-spec';
import type { ListingContext } from '../listing/listing-context';
import type { Formats } from '../ui/formats';

/** A report by its standard name or its id, as the reader may run it. */
export const reportFor = (principal: Principal, id: string) => knownReport(LISTS, STANDARD_REPORTS, principal, id);

/** The title of a data set. */
export const dataSetTitle = (t: Translate, name: string): string => t(`listing.${name}` as TextKey);

export interface FilterReader {
  principal: Principal;
  timeZone: string;
  t: Translate;
  format: Formats;
}

/** The filters of a report for chips, or in words. */
export function reportFilters(
  { principal, timeZone, t, format }: FilterReader,
  source: ReportSource
): Promise<FilterSpec[]> {
  const { listing, query, definition } = source;
  const context: ListingContext = {
    listing: { ...listing, tabs: [] },
    query,
    t,
    format,
    keep: {},
    // As it was asked, so that an invalid value shows at its filter.
    given: Object.fromEntries(new URLSearchParams(definition.query)),
    address: () => ''
  };
  return filterSpecs(context, principal, dayRanges(t, todayIn(timeZone)));
}
