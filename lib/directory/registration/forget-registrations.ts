import { daysLater } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

const UNLOCKED_DAYS = 2;

/** Deletes abandoned registrations every hour: expired links and matches, and misses without a lock. */
export async function forgetRegistrations(): Promise<void> {
  const at = now();
  const db = database();
  await db.registrationStart.deleteMany({ where: { expiresAt: { lt: at } } });
  await db.registration.deleteMany({ where: { state: 'matched', expiresAt: { lt: at } } });
  await db.registrationLock.deleteMany({
    where: {
      OR: [{ lockedAt: null }, { nodeId: null }],
      lastMissedAt: { lt: daysLater(at, -UNLOCKED_DAYS) }
    }
  });
}
