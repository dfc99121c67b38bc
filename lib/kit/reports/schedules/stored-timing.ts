import { isoDay, NO_HOLIDAYS } from '../../../core/calendar/days';
import type { Transaction } from '../../../core/database/database';
import type { ReportSchedule } from '../../../core/database/prisma/client';
import { companiesOfRoles, type HeldRole } from '../../../directory/people/reads/companies-of-roles';
import { commonStart, fiscalStarts } from '../../../directory/structure/fiscal-start';
import type { FiscalUnit } from './cycle';
import { cycleOf } from './cycles';
import { holidaysOfRoles } from './holidays';
import type { Timing } from './next-due';
import { type Adjustment, type Frequency, mindsHolidays } from './rule';
import { timingOf } from './timing';

/** When a stored schedule runs: with its reporting cycle and its holidays as they are set up now. Null: that is gone. */
export async function storedTiming(tx: Transaction, stored: ReportSchedule): Promise<Timing | null> {
  const [timing = null] = await storedTimings(tx, [stored]);
  return timing;
}

/** The same for several, in their order: thousands may be due at the same minute. */
export async function storedTimings(tx: Transaction, stored: readonly ReportSchedule[]): Promise<(Timing | null)[]> {
  const starts = await fiscalStartsOfRoles(
    tx,
    stored.filter(({ frequency }) => frequency === 'fiscal_end')
  );
  const timings: (Timing | null)[] = [];
  for (const one of stored) timings.push(await withoutHolidays(tx, one, starts.get(one.assignmentId) ?? null));
  const minding = stored.filter((_, at) => timings[at] && mindsHolidays(timings[at]));
  const holidays = await holidaysOfRoles(tx, minding);
  return timings.map(
    (timing, at) => timing && { ...timing, holidays: holidays.get(stored[at]?.assignmentId ?? '') ?? NO_HOLIDAYS }
  );
}

async function withoutHolidays(
  tx: Transaction,
  stored: ReportSchedule,
  fiscalStart: number | null
): Promise<Timing | null> {
  const { issuerId, cycleId, timeOfDay: time, startsOn, endsOn } = stored;
  const [frequency, adjustment] = [stored.frequency as Frequency, stored.adjustment as Adjustment];
  const cycle = cycleId === null ? null : await cycleOf(tx, { issuerId, id: cycleId });
  const days = { startsOn: isoDay(startsOn), endsOn: endsOn && isoDay(endsOn) };
  const fiscalPeriod = stored.fiscalPeriod as FiscalUnit | null;
  const entry = { ...stored, frequency, adjustment, fiscalPeriod, time, ...days };
  return timingOf(entry, { cycle, fiscalStart }, NO_HOLIDAYS);
}

/** The first month of the fiscal year that the companies of each role have in common, by the assignment. */
async function fiscalStartsOfRoles(tx: Transaction, roles: readonly HeldRole[]): Promise<Map<string, number | null>> {
  if (roles.length === 0) return new Map();
  const companies = await companiesOfRoles(tx, roles);
  const held = roles.map((role) => ({ ...role, companyIds: companies.get(role.assignmentId) ?? [] }));
  const starts = await fiscalStarts(
    tx,
    held.flatMap(({ issuerId, companyIds }) => companyIds.map((companyId) => ({ issuerId, companyId })))
  );
  return new Map(
    held.map(({ assignmentId, companyIds }) => [
      assignmentId,
      commonStart(companyIds.flatMap((companyId) => starts.get(companyId) ?? []))
    ])
  );
}
