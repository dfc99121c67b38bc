import { daysLater } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { FIRING_DAYS } from './kept';

/** Deletes firings that nothing can repeat any more, and the replaced rules that none of the others met. */
export async function forgetFirings(): Promise<void> {
  await database().spendingAlertFiring.deleteMany({
    where: { firedAt: { lte: daysLater(now(), -FIRING_DAYS) } }
  });
  await database().spendingAlertRule.deleteMany({ where: { replacedAt: { not: null }, firings: { none: {} } } });
}
