import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { TestDatabase } from './database';

/** A PostgreSQL of the test's own, to be restarted, with a streaming replica. */
export interface Cluster {
  primary: TestDatabase;
  replica: TestDatabase;
  tell: (command: 'restart' | 'stop replica') => Promise<void>;
  stop: () => Promise<void>;
}

const running = new Set<ChildProcess>();

/** Migrated and empty; `alone` without a replica. */
export async function startCluster({ alone = false } = {}): Promise<Cluster> {
  const child = spawn(process.execPath, ['tests/support/run-cluster.mjs', ...(alone ? ['alone'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit']
  });
  running.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the cluster ended');
    return JSON.parse(value) as { url: string; replicaUrl: string };
  };
  const { url, replicaUrl } = await next();
  const tell = async (command: string) => {
    child.stdin.write(`${command}\n`);
    await next();
  };
  const [primary, replica] = [connected(url), connected(replicaUrl)];
  return {
    primary,
    replica,
    tell,
    stop: async () => {
      await Promise.all([primary.drop(), replica.drop()]);
      await tell('stop');
      running.delete(child);
    }
  };
}

function connected(url: string): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {});
  return {
    url,
    ownerUrl: url,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    drop: () => pool.end()
  };
}
