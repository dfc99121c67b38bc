import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const LOOK_MILLIS = 1_000;
/** A database that dies this often in MINUTES will not live. */
const RESTARTS = 5;
const MINUTES = 10;

/**
 * Looks after the embedded PostgreSQL for as long as the command runs: one that died is started again, at the same
 * address.
 * @param {Pick<import('./embedded-postgres.mjs').Postgres, 'isRunning' | 'restart' | 'stopping' | 'logFile'>} postgres
 * @returns {Promise<never>}
 * @throws Problem when it doesn't start, or dies again and again
 */
export async function watchPostgres({ isRunning, restart, stopping, logFile }) {
  /** @type {number[]} */
  const restarts = [];
  for (;;) {
    await sleep(LOOK_MILLIS);
    if (stopping()) return new Promise(() => {});
    if (isRunning()) continue;
    const recent = restarts.filter((at) => at > Date.now() - MINUTES * 60_000);
    if (recent.length >= RESTARTS)
      throw new Problem(`PostgreSQL ended ${RESTARTS + 1} times within ${MINUTES} minutes. Its log is ${logFile}.`);
    process.stdout.write('! PostgreSQL ended, and is being started again\n');
    if (!restart('fast')) throw new Problem(`PostgreSQL ended and could not be started again. Its log is ${logFile}.`);
    process.stdout.write('✓ PostgreSQL runs again\n');
    restarts.push(Date.now());
  }
}
