import { daysLater } from '../core/calendar/days';
import { database } from '../core/database/database';
import { now } from '../core/server/clock';
import { USER_IDS } from '../directory/people/reads/user-ids';

/**
 * Deletes ended sessions, codes, links, unfinished federated sign-ins and passkey challenges, browsers and idle
 * counters.
 */
export async function forgetExpired(): Promise<void> {
  const at = now();
  const daysAgo = (days: number) => daysLater(at, -days);
  const db = database();
  await db.$executeRaw`DELETE FROM sessions WHERE expires_at < ${daysAgo(30)}`;
  await db.$executeRaw`
    DELETE FROM sign_in_counters c WHERE c.last_failed_at < ${daysAgo(2)}
      AND NOT EXISTS (SELECT 1 FROM ${USER_IDS} d WHERE d.b2b_alias = c.b2b_alias)`;
  await db.$executeRaw`DELETE FROM one_time_pins WHERE expires_at < ${daysAgo(1)}`;
  await db.$executeRaw`DELETE FROM reset_tokens WHERE expires_at < ${daysAgo(30)}`;
  await db.$executeRaw`DELETE FROM federated_sign_ins WHERE expires_at < ${at}`;
  await db.$executeRaw`DELETE FROM spent_assertions WHERE expires_at < ${at}`;
  await db.$executeRaw`DELETE FROM passkey_challenges WHERE expires_at < ${at}`;
  await db.$executeRaw`DELETE FROM recognized_browsers WHERE expires_at < ${at}`;
}
