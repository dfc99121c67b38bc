import { daysLater } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

/** Unapplied uploads are deleted after this many days. */
const KEPT_DAYS = 30;

/** Deletes uploads that were not applied in time, with their results. */
export async function forgetUploads(): Promise<void> {
  const before = daysLater(now(), -KEPT_DAYS);
  await database().structureUpload.deleteMany({ where: { status: { not: 'applied' }, createdAt: { lt: before } } });
}
