import type { Principal } from '../../access/policy/principal';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';
import { calendarDay } from '../../core/entry/date-entry';
import { todayIn } from '../listing/issuer-days';
import type { SearchParams } from '../listing/query';

/** The first and last day that are looked at, in ISO 8601. */
export interface Period {
  from: string;
  to: string;
  /** Whether one record is asked for: then the period may be longer (C5.022). */
  named: boolean;
}

const DAYS = 30;
/** No audit is older than computers. */
const day = calendarDay().refine((date) => date >= '1900-01-01');
const DAY_MILLIS = 86_400_000;

const isoDay = (millis: number) => new Date(millis).toISOString().slice(0, 10);

/** The period that an address asks for; without one the reader's last 30 days, with one end of it 30 days from there. */
export function periodOf(params: SearchParams, timeZone: string): Period {
  const given = (name: string) => day.safeParse(params[name]).data;
  const named = Boolean(params.entity && params.recordId);
  const [from, to] = [given('at.from'), given('at.to')];
  const span = (DAYS - 1) * DAY_MILLIS;
  const today = Date.parse(todayIn(timeZone));
  const last = to ?? isoDay(from ? Math.min(Date.parse(from) + span, today) : today);
  return { from: from ?? isoDay(Date.parse(last) - span), to: last, named };
}

export const periodSetting = (named: boolean) => (named ? 'audit.range.days' : 'audit.window.days');

/** The company whose settings count for somebody at an issuer; null above companies. */
export function companyOf({ scope }: Principal, issuerId: string): string | null {
  const parts = scope.subtrees.filter((part) => part.issuerId === issuerId);
  return parts.length === 1 ? (parts[0]?.companyId ?? null) : null;
}

/** How many days of one record's entries can be asked for at most. */
export function longestPeriod(principal: Principal, issuerId: string): Promise<number> {
  return settingValue(database(), { issuerId, companyId: companyOf(principal, issuerId) }, periodSetting(true));
}

/** How many days a period may have, when this one has more; else null. */
export async function daysExceeded(principal: Principal, issuerId: string, period: Period): Promise<number | null> {
  const place = { issuerId, companyId: companyOf(principal, issuerId) };
  const most = await settingValue(database(), place, periodSetting(period.named));
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MILLIS + 1;
  return days > most ? most : null;
}
