import { z } from 'zod';
import { SETTINGS } from '../../access/settings/settings';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';

/** The number of consecutive failures, of any factor, that lock a sign-in (PD.10, C9.003). */
export const FAILURES_BEFORE_LOCK = 6;
/**
 * The time before which locks have ended; null if they don't end by themselves. Unknown aliases are released after the
 * default time (PD.2, PD.10).
 */
function lockHorizon(unlockMinutes: number | null | undefined): Date | null {
  const minutes = unlockMinutes === undefined ? SETTINGS['lock.release.minutes'].default : unlockMinutes;
  return minutes === null ? null : new Date(now().getTime() - minutes * 60_000);
}

const countRow = z.strictObject({ failed_count: z.number() });

/**
 * Counts a failure unless the alias is locked. In one statement, so that of any number of parallel tries only six are
 * counted, and the sixth locks.
 */
export async function countFailure(
  tx: Transaction,
  alias: string,
  unlockMinutes?: number | null
): Promise<'counted' | 'locked_now' | 'locked_before'> {
  const horizon = lockHorizon(unlockMinutes);
  const at = now();
  const rows = await readRows(tx, countRow)`
    INSERT INTO sign_in_counters AS c (b2b_alias, failed_count, failures_since_sign_in, last_failed_at)
    VALUES (${alias}, 1, 1, ${at})
    ON CONFLICT (b2b_alias) DO UPDATE SET
      failed_count = CASE WHEN c.locked_at IS NULL THEN c.failed_count + 1 ELSE 1 END,
      failures_since_sign_in = c.failures_since_sign_in + 1,
      locked_at = CASE WHEN c.locked_at IS NULL AND c.failed_count + 1 >= ${FAILURES_BEFORE_LOCK} THEN ${at}::timestamptz END,
      last_failed_at = ${at}
    WHERE c.locked_at IS NULL OR c.locked_at <= ${horizon}::timestamptz
    RETURNING failed_count`;
  const count = rows[0]?.failed_count;
  if (count === undefined) return 'locked_before';
  return count >= FAILURES_BEFORE_LOCK ? 'locked_now' : 'counted';
}

/** Locks the counter of an alias until the commit. */
export async function holdCounter(tx: Transaction, alias: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM sign_in_counters WHERE b2b_alias = ${alias} FOR UPDATE`;
}

const passLockRow = z.strictObject({ failures: z.number(), locked: z.boolean() });

/**
 * The failures since the last sign-in, after a right answer; null if the alias is locked. The counter, if any, is
 * locked until the commit. With `clear` both counts are reset: at the end of a sign-in, not halfway, because all
 * factors count together (PD.10).
 */
export async function passLock(
  tx: Transaction,
  alias: string,
  unlockMinutes: number | null,
  { clear }: { clear: boolean }
): Promise<number | null> {
  const horizon = lockHorizon(unlockMinutes);
  const rows = await readRows(tx, passLockRow)`
    SELECT failures_since_sign_in AS failures,
      locked_at IS NOT NULL AND (${horizon}::timestamptz IS NULL OR locked_at > ${horizon}::timestamptz) AS locked
    FROM sign_in_counters WHERE b2b_alias = ${alias} FOR UPDATE`;
  const counter = rows[0];
  if (!counter) return 0;
  if (counter.locked) return null;
  if (clear && counter.failures > 0) {
    await tx.signInCounter.update({
      where: { b2bAlias: alias },
      data: { failedCount: 0, failuresSinceSignIn: 0, lockedAt: null }
    });
  }
  return counter.failures;
}

/**
 * Resets the count and ends a lock after a completed recovery (PD.10). The failures since the last sign-in stay,
 * because the next sign-in reports them to the owner.
 */
export async function clearCounter(tx: Transaction, alias: string): Promise<void> {
  await tx.signInCounter.updateMany({ where: { b2bAlias: alias }, data: { failedCount: 0, lockedAt: null } });
}
