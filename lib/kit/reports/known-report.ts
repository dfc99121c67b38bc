import type { Principal } from '../../access/policy/principal';
import type { Translate } from '../../core/language/texts';
import type { Lists } from '../bulk/declared-lists';
import type { StandardReport, StandardReportName } from '../listing/data-set';
import { type ReportDefinition, standardDefinition } from './definition';
import { type ReportSource, reportSource } from './report-source';
import { type SavedReport, seenReport } from './saved-reports';

/** The standard reports of all modules by name. */
export type StandardReports = ReadonlyMap<string, StandardReport & { name: StandardReportName }>;

/** A report that its reader may run: a standard one, whose name is a text, or a saved one. */
export interface KnownReport {
  /** The name of a standard report, or the id of a saved one. */
  id: string;
  standard: StandardReportName | null;
  saved: SavedReport | null;
  definition: ReportDefinition;
  source: ReportSource;
}

/** The name of a report for its reader. */
export const reportName = (t: Translate, { standard, saved }: Pick<KnownReport, 'standard' | 'saved'>): string =>
  standard ? t(`report.standard.${standard}`) : (saved?.name ?? '');

/** The report with an id, or null: there is none, or it isn't the principal's to run (C6.027). */
export async function knownReport(
  lists: Lists,
  standard: StandardReports,
  principal: Principal,
  id: string
): Promise<KnownReport | null> {
  const own = standard.get(id);
  const saved = own ? null : await seenReport(principal, id);
  const definition = own ? standardDefinition(own) : saved?.definition;
  const source = definition && reportSource(lists, principal, definition);
  return source ? { id, standard: own?.name ?? null, saved, definition: source.definition, source } : null;
}
