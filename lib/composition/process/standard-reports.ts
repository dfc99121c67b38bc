import type { StandardReport, StandardReportName } from '../../kit/listing/data-set';
import { modules } from '../generated/modules';

/** The standard reports of all modules by name, in the order of the modules. */
export const STANDARD_REPORTS: ReadonlyMap<string, StandardReport & { name: StandardReportName }> = new Map(
  modules.flatMap(({ reports = {} }) =>
    Object.entries(reports).map(([name, report]) => [name, { ...report, name: name as StandardReportName }] as const)
  )
);
