// A PostgreSQL of its own with a streaming replica, in a process of its own: lines of JSON in, lines of JSON out
// (tests/support/cluster.ts). Its database is migrated and empty; `alone` leaves out the replica.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startPostgres } from '../../lib/launch/embedded-postgres.mjs';
import { migrate } from '../../prisma/migrate.mjs';

const isAlone = process.argv[2] === 'alone';
const root = mkdtempSync(join(tmpdir(), 'tessera-cluster-'));
chmodSync(root, 0o755);
const say = () => {};
const primary = await startPostgres({ folder: join(root, 'primary'), durable: true, say });
await migrate({ databaseUrl: primary.url });
const replica = isAlone ? null : await startReplica();

/** A base backup by PostgreSQL's own functions (its manual, 25.3.3), started as a standby. */
async function startReplica() {
  const folder = join(root, 'replica');
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query("SELECT pg_backup_start('replica', true)");
  const outside = new Set(['postmaster.pid', 'postmaster.opts']);
  cpSync(primary.folder, folder, { recursive: true, filter: (path) => !outside.has(path.split('/').at(-1)) });
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  cpSync(join(primary.folder, 'pg_wal'), join(folder, 'pg_wal'), { recursive: true, force: true });
  writeFileSync(join(folder, 'backup_label'), rows[0].labelfile);
  writeFileSync(join(folder, 'standby.signal'), '');
  const { hostname, port, password } = new URL(primary.url);
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=postgres password=${password}'\n`
  );
  const { uid, gid } = statSync(primary.folder);
  spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);
  chmodSync(folder, 0o700);
  return startPostgres({ folder, durable: true, say });
}

const answer = (told) => process.stdout.write(`${JSON.stringify(told)}\n`);
const commands = {
  restart: async () => primary.restart('immediate'),
  'stop replica': () => replica?.stop(),
  stop: async () => {
    await replica?.stop();
    await primary.stop();
    rmSync(root, { recursive: true, force: true });
  }
};
answer({ url: primary.url, replicaUrl: replica?.url ?? primary.url });
for await (const line of createInterface({ input: process.stdin })) {
  await commands[line]();
  answer({ done: line });
  if (line === 'stop') process.exit(0);
}
// Whoever asked is gone.
await commands.stop();
process.exit(1);
