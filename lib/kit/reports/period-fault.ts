import type { Principal } from '../../access/policy/principal';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { dayFrom, dayOf, isoOf, lengthOf, partsOf } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { calendarDay } from '../../core/entry/date-entry';
import type { Refusal } from '../../core/entry/refusal';
import type { SearchParams } from '../listing/query';

/** The last day of a period of so many months from a day: the day before the same date. */
function lastOf(from: string, months: number): string {
  const { year, month, date } = partsOf(dayOf(from));
  const end = month - 1 + months;
  const [endYear, endMonth] = [year + Math.floor(end / 12), (end % 12) + 1];
  const same = dayFrom(endYear, endMonth, Math.min(date, lengthOf(endYear, endMonth)));
  return isoOf(same - 1);
}

const day = (value: unknown) => calendarDay().safeParse(value).data;

/**
 * Why a report on payments or on payment controls can't cover so long a period, or one without an end (C2.026, C5.023,
 * C9.014).
 */
export async function periodFault(principal: Principal, query: SearchParams, column: string): Promise<Refusal | null> {
  const months = await settingValue(database(), settingPlaceOf(principal), 'payment.report.months');
  const [from, to] = [day(query[`${column}.from`]), day(query[`${column}.to`])];
  const isShort = from !== undefined && to !== undefined && to <= lastOf(from, months);
  return isShort ? null : { code: 'report.period.too.long', params: { months } };
}
