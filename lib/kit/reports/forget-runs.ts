import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

/** Deletes the runs past their 30 days (C9.011); their files expire at the same time. */
export async function forgetRuns(): Promise<void> {
  await database().reportRun.deleteMany({ where: { expiresAt: { lte: now() } } });
}
