import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { fiscalStartOf } from '../../directory/structure/fiscal-start';
import { daysOfPeriod, needsCalendar, type PeriodDays, type ReportCalendar, readPeriod } from './period';
import { ownCycles } from './schedules/cycles';

/** The calendar that a principal's periods are counted by: of the companies that their places are in. */
export async function ownCalendar(principal: Principal, tx: Transaction = database()): Promise<ReportCalendar> {
  const cycles = await ownCycles(principal, tx);
  return {
    fiscalStart: await ownFiscalStart(principal, tx),
    cycles: new Map(cycles.map(({ id, cycle }) => [id, cycle]))
  };
}

/** The first month of the fiscal year that a principal's companies have in common; null without any. */
export function ownFiscalStart({ issuerId, scope }: Principal, tx: Transaction = database()): Promise<number | null> {
  const companies = scope.subtrees.flatMap((part) => (part.issuerId === issuerId ? (part.companyId ?? []) : []));
  return fiscalStartOf(tx, issuerId, companies);
}

const NO_CALENDAR: ReportCalendar = { fiscalStart: null, cycles: new Map() };

/** The days that a stored period means to a principal on a day, `2026-02-28`; refuses one that means none. */
export async function periodDays(principal: Principal, text: string, today: string): Promise<Result<PeriodDays>> {
  const period = readPeriod(text);
  const days =
    period && daysOfPeriod(period, today, needsCalendar(period) ? await ownCalendar(principal) : NO_CALENDAR);
  return days ? accepted(days) : refused({ code: 'report.period.unknown' });
}
