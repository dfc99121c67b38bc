import type { Principal } from '../../access/policy/principal';
import { settingValue } from '../../access/settings/setting-value';
import { dayAfter, dayOf, daysBetween, isoOf } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { calendarDay } from '../../core/entry/date-entry';
import { todayIn } from '../listing/issuer-days';
import type { SearchParams } from '../listing/query';

/** The first and last day of the period, in ISO 8601. */
export interface Period {
  from: string;
  to: string;
  /** Whether one record is selected: then the period may be longer (C5.022). */
  named: boolean;
}

const DAYS = 30;
/** No audit is older than computers. */
const day = calendarDay().refine((date) => date >= '1900-01-01');

/** The period in an address; the default is the reader's last 30 days, or 30 days from a single end. */
export function periodOf(params: SearchParams, timeZone: string): Period {
  const given = (name: string) => day.safeParse(params[name]).data;
  const named = Boolean(params.entity && params.recordId);
  const [from, to] = [given('at.from'), given('at.to')];
  const today = dayOf(todayIn(timeZone));
  const last = to ?? isoOf(from ? Math.min(dayOf(from) + DAYS - 1, today) : today);
  return { from: from ?? dayAfter(last, 1 - DAYS), to: last, named };
}

export const periodSetting = (named: boolean) => (named ? 'audit.range.days' : 'audit.window.days');

/** The company whose settings apply to the principal at an issuer; null above companies. */
export function companyOf({ scope }: Principal, issuerId: string): string | null {
  const parts = scope.subtrees.filter((part) => part.issuerId === issuerId);
  return parts.length === 1 ? (parts[0]?.companyId ?? null) : null;
}

/** The longest period for one record's entries, in days. */
export function longestPeriod(principal: Principal, issuerId: string): Promise<number> {
  return settingValue(database(), { issuerId, companyId: companyOf(principal, issuerId) }, periodSetting(true));
}

/** The allowed number of days if this period exceeds it; else null. */
export async function daysExceeded(principal: Principal, issuerId: string, period: Period): Promise<number | null> {
  const place = { issuerId, companyId: companyOf(principal, issuerId) };
  const most = await settingValue(database(), place, periodSetting(period.named));
  const days = daysBetween(period.from, period.to) + 1;
  return days > most ? most : null;
}
