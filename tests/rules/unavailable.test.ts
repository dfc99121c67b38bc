// The detection of an unavailable database, with a connection that is ended during its work.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { database, databasePool, type Transaction, transaction } from '@/lib/core/database/database';
import { isUnavailable } from '@/lib/core/server/busy';
import { useDatabase } from '../support/module-world';
import { until } from '../support/until';

const world = useDatabase();

/** The error of `work` when the connection that runs `statement` is ended. */
async function endedDuring(work: () => Promise<unknown>, statement: string): Promise<unknown> {
  const ended = until(async () => {
    const pids = await world.current.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1 AND state = 'active'`,
      [`%${statement}%`]
    );
    return pids.length > 0;
  });
  const [error] = await Promise.all([failure(work()), ended]);
  return error;
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error
  );

/** Ends the connection of a transaction between two of its queries; `millis` later that is known. */
async function endUnder(tx: Transaction, millis: number): Promise<void> {
  const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  await world.current.query('SELECT pg_terminate_backend($1)', [own?.pid]);
  await sleep(millis);
}

describe('X34 C8.038 a connection that is ended is a database that is away', () => {
  test('under a query, by Prisma and by the pool', async () => {
    for (const work of [
      () => database().$queryRaw`SELECT pg_sleep(20)`,
      () => databasePool().query('SELECT pg_sleep(20)'),
      () => transaction((tx) => tx.$queryRaw`SELECT pg_sleep(12)`)
    ])
      expect(isUnavailable(await endedDuring(work, 'pg_sleep(%'))).toBe(true);
  });

  test('under the query of a model', async () => {
    const holder = new pg.Client({ connectionString: world.current.ownerUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE users');
    const error = await endedDuring(() => database().user.findFirst(), '"public"."users"');
    await holder.end();
    expect(isUnavailable(error)).toBe(true);
  });

  test.each([0, 300])('between two queries of a transaction, noticed %i ms later', async (millis) => {
    const next: ((tx: Transaction) => Promise<unknown>)[] = [
      (tx) => tx.$queryRaw`SELECT 1`,
      (tx) => tx.user.findFirst(),
      async () => 'the commit'
    ];
    for (const query of next) {
      const error = await failure(
        transaction(async (tx) => {
          await endUnder(tx, millis);
          return query(tx);
        })
      );
      expect(error).not.toBeNull();
      expect(isUnavailable(error)).toBe(true);
    }
  });

  test('what a query does wrong is not', async () => {
    const wrong = [
      failure(database().$queryRaw`SELECT 1 / 0`),
      failure(database().$queryRaw`SELECT nothing`),
      failure(databasePool().query('SELECT pg_sleep(20) FROM nowhere'))
    ];
    for (const error of await Promise.all(wrong))
      expect([error === null, isUnavailable(error)]).toEqual([false, false]);
  });
});
