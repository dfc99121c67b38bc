import type { Translate } from '@/lib/core/language/texts';
import { reportName, type StandardReports } from '@/lib/kit/reports/known-report';
import type { Schedule } from '@/lib/kit/reports/schedules/schedule';

/** The name of the report of a schedule. */
export const scheduledName = (
  t: Translate,
  standard: StandardReports,
  { report, savedName }: Pick<Schedule, 'report' | 'savedName'>
): string => {
  const own = standard.get(report);
  return own ? reportName(t, { standard: own.name, saved: null }) : (savedName ?? report);
};
