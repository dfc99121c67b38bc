import { settingColumn } from '../../access/settings/setting-value';
import { daysLater } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
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

const RETENTION = settingColumn('data.retention.months', Prisma.sql`r.issuer_id`, Prisma.sql`NULL::uuid`);

/**
 * Deletes runs without a file past their 30 days, those with one past the retention of their issuer's data, and old firings
 * of schedules. Files expire by themselves (C9.011).
 */
export async function forgetRuns(): Promise<void> {
  await database().reportFiring.deleteMany({
    where: { firedAt: { lte: daysLater(now(), -FIRING_DAYS) } }
  });
  await forgetSchedules();
  await database().$executeRaw`
    DELETE FROM report_runs r WHERE r.expires_at <= ${now()}::timestamptz AND (r.size IS NULL
      OR r.created_at <= ${now()}::timestamptz - make_interval(months => (${RETENTION})::int))`;
}
