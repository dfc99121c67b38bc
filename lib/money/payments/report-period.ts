import type { Principal } from '../../access/policy/principal';
import { settingValue } from '../../access/settings/setting-value';
import { dayFrom, dayOf, isoOf, lengthOf, partsOf } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { calendarDay } from '../../core/entry/date-entry';
import type { Refusal } from '../../core/entry/refusal';
import type { SearchParams } from '../../kit/listing/query';

/** The last day of a period of so many months from a day: the day before the same date. */
function lastOf(from: string, months: number): string {
  const { year, month, date } = partsOf(dayOf(from));
  const end = month - 1 + months;
  const [endYear, endMonth] = [year + Math.floor(end / 12), (end % 12) + 1];
  const same = dayFrom(endYear, endMonth, Math.min(date, lengthOf(endYear, endMonth)));
  return isoOf(same - 1);
}

const day = (value: unknown) => calendarDay().safeParse(value).data;

/** Why a report can't cover the payments of so long a period, or of one without an end (C5.023, C9.014). */
export async function periodFault({ issuerId, scope }: Principal, query: SearchParams): Promise<Refusal | null> {
  const [only] = scope.subtrees;
  const companyId = scope.subtrees.length === 1 ? (only?.companyId ?? null) : null;
  const months = await settingValue(database(), { issuerId, companyId }, 'payment.report.months');
  const [from, to] = [day(query['payOn.from']), day(query['payOn.to'])];
  const isShort = from !== undefined && to !== undefined && to <= lastOf(from, months);
  return isShort ? null : { code: 'payment.period.too.long', params: { months } };
}
