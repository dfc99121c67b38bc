import { daysLater } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { restoredSince } from './schedules/pause-schedule';

/** Firings of schedules are kept for longer than three quarters, because failures in a row are counted by them. */
const FIRING_DAYS = 400;

/** Forgets the passwords of schedules that can't be restored any more, and with their last firings the schedules. */
async function forgetSchedules(): Promise<void> {
  const { reportSchedule } = database();
  await reportSchedule.updateMany({
    where: { deletedAt: { lte: restoredSince() }, password: { not: null } },
    data: { password: null }
  });
  await reportSchedule.deleteMany({ where: { deletedAt: { lte: daysLater(now(), -FIRING_DAYS) } } });
}

/** Deletes the runs past their 30 days (C9.011), whose files expire at the same time, and old firings of schedules. */
export async function forgetRuns(): Promise<void> {
  await database().reportFiring.deleteMany({
    where: { firedAt: { lte: daysLater(now(), -FIRING_DAYS) } }
  });
  await forgetSchedules();
  await database().reportRun.deleteMany({ where: { expiresAt: { lte: now() } } });
}
