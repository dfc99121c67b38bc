import { settingValue } from '../../access/settings/setting-value';
import { dayIn, instantOf } from '../../core/calendar/clocks';
import { dayOf, isoOf } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { timeZoneAt } from '../../directory/structure/reads/today';
import type { Scheme } from '../wallet/schema';
import { bankDayFrom } from './bank-days';

/** How far ahead a payment can be scheduled, in days. */
const FARTHEST = 365;

/** The days that a payment can be made for. */
export interface PayDays {
  earliest: string;
  latest: string;
}

/** When the last moment is to make, or to cancel, a payment of a day: the issuer's cutoff in its time zone (C9.039). */
export async function cutoffOf(issuerId: string, payOn: string, tx: Transaction = database()): Promise<Date> {
  const time = await settingValue(tx, { issuerId, companyId: null }, 'payment.same.day.cutoff');
  return instantOf(await timeZoneAt(issuerId, tx), dayOf(payOn), time);
}

/**
 * The days that a payment can be made for: today until the cutoff, else the next day on which the banks move money
 * (C9.039, C9.039D), and up to a year ahead; as of another instant than now if one is given.
 */
export async function payDays(
  issuerId: string,
  scheme: Scheme,
  tx: Transaction = database(),
  at = now()
): Promise<PayDays> {
  const today = dayIn(await timeZoneAt(issuerId, tx), at);
  const isOver = at >= (await cutoffOf(issuerId, isoOf(today), tx));
  return {
    earliest: isoOf(bankDayFrom(scheme, isOver ? today + 1 : today)),
    latest: isoOf(today + FARTHEST)
  };
}
