import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import { SYSTEM_ISSUER_ID } from '../audit/audit';
import { database, databasePool } from '../database/database';
import { now } from './clock';
import { log } from './log';

/** What a module does every hour. */
export type Chore = () => Promise<unknown>;

/** Background tasks by name; each may run twice after a crash and must bear it. */
const tasksWith = (chores: readonly Chore[]): TaskList => ({
  /** Makes partitions ahead, drops what is past its retention (PD.15), and does what the modules do every hour. */
  async maintain() {
    const at = now();
    const day = 86_400_000;
    const db = database();
    await db.$queryRaw`SELECT maintain_partitions(${at}::date)::text`;
    // Of what strangers asked for, a day: there is no end to them.
    await db.$executeRaw`
      DELETE FROM outbox WHERE finished_at < ${new Date(at.getTime() - 30 * day)}
        OR (issuer_id = ${SYSTEM_ISSUER_ID}::uuid AND finished_at < ${new Date(at.getTime() - day)})`;
    await db.$executeRaw`DELETE FROM files WHERE expires_at < ${at}`;
    await db.$executeRaw`DELETE FROM large_files WHERE expires_at < ${at}`;
    await db.$executeRaw`DELETE FROM rate_limits WHERE expire < ${at.getTime()}`;
    for (const chore of chores) await chore();
  }
});

/** Works the queue until the returned runner is stopped. Several processes share one queue. */
export function startWorker(chores: readonly Chore[] = []): Promise<Runner> {
  return run({
    pgPool: databasePool(),
    concurrency: 2,
    noHandleSignals: true,
    taskList: tasksWith(chores),
    crontab: '17 * * * * maintain ?fill=1d',
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ part: 'worker' }, message);
      else log.debug({ part: 'worker' }, message);
    })
  });
}
