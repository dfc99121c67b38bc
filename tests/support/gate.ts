import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from './database';
import { kill } from './jobs';
import { until } from './until';

/** The lock that a worker at a gated table waits for. */
const GATE = 5_931;

/** A gate before tables, at which a worker in a process of its own stands until it is killed. */
export interface Gate {
  /** Kills a worker while it stands at a table: before its first row there is written. */
  killedAt(table: string, event: string, begin: () => Promise<ChildProcess>): Promise<void>;
  /** Ends the connections of this process, as a restart of the database does, while its work stands at a table. */
  brokenAt(table: string, event: string, begin: () => unknown): Promise<void>;
  /** Kills a worker some time after it has begun, wherever it is then. */
  killedSoon(begin: () => Promise<ChildProcess>): Promise<void>;
}

/** A gate in the database of the tests of a file. */
export function useGate(world: { current: TestDatabase }): Gate {
  let gate: pg.Client;
  beforeAll(async () => {
    await world.current.query(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$`);
    gate = new pg.Client({ connectionString: world.current.ownerUrl });
    // The database is dropped before it is closed.
    gate.on('error', () => {});
    await gate.connect();
  });
  afterAll(() => gate.end());

  /** Once the database has undone what the dead worker had not committed. */
  const undone = () =>
    until(async () => {
      const [open] = await world.current.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
           AND application_name LIKE 'tessera%' AND xact_start IS NOT NULL`
      );
      return open?.count === 0;
    });
  /** Once work that has begun stands at the table, does something to it. */
  async function at(table: string, event: string, begin: () => unknown, does: () => Promise<unknown>) {
    await world.current.query(
      `CREATE TRIGGER a_gate BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`
    );
    await gate.query(`SELECT pg_advisory_lock(${GATE})`);
    await begin();
    await until(async () => {
      const [row] = await world.current.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      );
      return (row?.waiting ?? 0) > 0;
    });
    await does();
    await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
    await world.current.query(`DROP TRIGGER a_gate ON ${table}`);
  }

  return {
    async killedAt(table, event, begin) {
      let worker: ChildProcess | undefined;
      await at(
        table,
        event,
        async () => {
          worker = await begin();
        },
        async () => worker && kill(worker)
      );
      await undone();
    },
    // What has begun goes on meanwhile, so that it isn't awaited.
    brokenAt: (table, event, begin) =>
      at(
        table,
        event,
        () => {
          begin();
        },
        () =>
          world.current.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'tessera_app'"
          )
      ),
    async killedSoon(begin) {
      const worker = await begin();
      await pause(Math.random() * 250);
      if (worker.exitCode === null) await kill(worker);
      await undone();
    }
  };
}
