import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

const KEPT_DAYS = 30;

/** Forgets jobs a month after their end. */
export async function forgetJobs(): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
  await database().$executeRaw`DELETE FROM jobs WHERE finished_at < ${before}`;
}
