import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endOfLifeOf } from '@/lib/core/server/node-support.mjs';
import { createDatabase } from '../support/database';
import { freePort } from '../support/server';
import { until } from '../support/until';

let folder: string;
const children: ChildProcess[] = [];

function aFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tessera-start-'));
  // PostgreSQL's own user must reach it where the tests run as root.
  chmodSync(made, 0o755);
  return made;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

beforeEach(() => {
  folder = aFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => {
  for (const child of children) if (!hasEnded(child)) child.kill('SIGKILL');
});

type Start = ReturnType<typeof start>;

/** `npm start` without npm, in the given environment. */
function start(env: Record<string, string>) {
  const { DATABASE_URL: _none, ...rest } = process.env;
  const child = spawn(process.execPath, ['lib/launch/start.mjs'], {
    env: { ...rest, TESSERA_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const says = async (pattern: RegExp) => {
    for (let tries = 0; tries < 1800; tries++) {
      if (pattern.test(output)) return;
      if (child.exitCode !== null) throw new Error(`ended without saying ${pattern}:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`did not say ${pattern}:\n${output}`);
  };
  return { child, ended, says, output: () => output };
}

const left = (place: string) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(place));

/** The addresses of this machine at which something answers on a port. */
async function answeringAddresses(port: number): Promise<string[]> {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ family }) => family === 'IPv4').map(({ address }) => address)
  );
  const answers = await Promise.all(
    addresses.map((host) =>
      fetch(`http://${host}:${port}/health/live`, { signal: AbortSignal.timeout(2_000) }).then(
        () => [host],
        () => []
      )
    )
  );
  return answers.flat();
}

const childrenOf = ({ pid }: ChildProcess) =>
  execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number(line.trim().split(' ')[0]) === pid);

test('a taken port is said plainly', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const { ended, output } = start({ PORT: String(port) });
  expect(await ended).toBe(1);
  expect(output()).toMatch(new RegExp(`✗ Port ${port} is taken`));
  expect(output()).not.toContain('    at ');
  taken.close();
});

test.each([
  ['a port that is none', { PORT: 'eighty' }, /PORT must be a number/],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/none' },
    /database of DATABASE_URL can't be used/
  ]
])('%s is said plainly', async (_what, env, message) => {
  const { ended, output } = start({ PORT: String(await freePort()), ...env });
  expect(await ended).toBe(1);
  expect(output()).toMatch(message);
  expect(output()).not.toContain('    at ');
});

test('a data folder that can not be made is said plainly', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { ended, output } = start({ PORT: String(await freePort()), TESSERA_DATA: join(folder, 'file', 'data') });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/data folder .+ can't be written/);
});

test('a data folder in use is said plainly; a lock left by a killed start is not in the way', async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'lock'), String(process.pid));
  const { ended, output } = start({ PORT: String(await freePort()) });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/in use by another Tessera/);
});

test('too old a Node and too full a disk are said plainly', async () => {
  const run = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  const preflight = "import { checkNode, checkDisk } from './lib/launch/preflight.mjs';";
  expect(run(`${preflight} try { checkNode('18.20.0') } catch (e) { console.log(e.message) }`)).toMatch(
    /needs Node 20\.19 or newer, and this is Node 18/
  );
  expect(run(`${preflight} checkNode('20.19.0'); checkNode('26.0.0')`)).toBe('');
  expect(run(`${preflight} try { checkDisk('.', 1e12) } catch (e) { console.log(e.message) }`)).toMatch(
    /MB free, and 1000000000000 MB are needed/
  );
});

test.each([
  ['20.20.2', '2026-04-30', null],
  ['20.20.2', '2026-05-01', 'Node 20.20.2 has had no security fixes since 2026-04-30'],
  ['23.1.0', '2026-05-01', 'Node 23.1.0 has had no security fixes since 2025-06-01'],
  ['18.20.0', '2026-05-01', 'Node 18.20.0 has had no security fixes: '],
  ['24.3.0', '2026-11-23', null],
  ['26.0.0', '2026-11-23', null]
])('F-19 Node %s on %s: %s', (version, day, says) => {
  const said = endOfLifeOf(version, new Date(`${day}T12:00:00Z`));
  if (says) expect(said).toContain(says);
  else expect(said).toBeNull();
});

test('F-19 an end-of-life Node is told at the start and goes on working', () => {
  const code = "import { checkNode } from './lib/launch/preflight.mjs'; checkNode('20.20.2', new Date('2026-11-23'))";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^! Node 20\.20\.2 has had no security fixes since/)]);
});

describe('a start from nothing', () => {
  let place: string;
  let port: string;
  let first: Start;
  let current: Start;
  const again = () => (current = start({ PORT: port, TESSERA_DATA: join(place, 'data') }));
  /** The start that runs, or another: to make and fill a database takes half a minute. */
  const running = () => (hasEnded(current.child) ? again() : current);
  beforeAll(async () => {
    place = aFolder();
    port = String(await freePort());
    first = again();
    await first.says(/Ctrl-C stops everything/);
  }, 240_000);
  afterAll(async () => {
    if (!hasEnded(current.child)) current.child.kill('SIGTERM');
    await current.ended;
    rmSync(place, { recursive: true, force: true });
  });

  test('the first start fills in the demo; the second keeps the data; Ctrl-C leaves nothing behind', async () => {
    expect(first.output()).toMatch(/anna\.lindqvist/);
    const secret = readFileSync(join(place, 'data', 'secret'), 'utf8');
    const one = running();
    await one.says(/Ctrl-C stops everything/);
    // F-6: another machine can't connect. F-23: the compiler's service is gone.
    expect(await answeringAddresses(Number(port))).toEqual(['127.0.0.1']);
    expect(childrenOf(one.child).filter((line) => line.includes('esbuild'))).toEqual([]);
    const answer = await fetch(`http://127.0.0.1:${port}/sdportal/rest/cobrand/norrvik`);
    expect(answer.status).toBe(200);
    // Killed outright, its server and its PostgreSQL live on: the next start stops both and comes up.
    one.child.kill('SIGKILL');
    await one.ended;
    expect(left(place).length).toBeGreaterThan(0);
    const next = again();
    await next.says(/server left over from an interrupted start/);
    await next.says(/PostgreSQL left over from an interrupted start/);
    await next.says(/Ctrl-C stops everything/);
    expect(next.output()).toMatch(/Fill in the demo \(as before\)/);
    expect(next.output()).toMatch(/Build \(up to date\)/);
    expect(readFileSync(join(place, 'data', 'secret'), 'utf8')).toBe(secret);
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(130);
    expect(left(place)).toEqual([]);
  }, 240_000);

  test('F-12 F-23 the product runs as a role that owns nothing; a PostgreSQL that dies is started again', async () => {
    const { child, says, ended, output } = running();
    await says(/Ctrl-C stops everything/);
    const files = /Start the embedded PostgreSQL \((.+)\)/.exec(output())?.[1] as string;
    const [postmaster, , , databasePort] = readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(join(files, '..', 'postgres-password'), 'utf8');
    const owner = new pg.Client({
      connectionString: `postgresql://postgres:${password}@127.0.0.1:${databasePort}/tessera`
    });
    await owner.connect();
    const { rows } = await owner.query(
      `SELECT DISTINCT usename, EXISTS (SELECT 1 FROM pg_class WHERE relowner = usesysid) AS owns
       FROM pg_stat_activity WHERE application_name LIKE 'tessera%' AND datname = 'tessera'`
    );
    await owner.end();
    expect(rows).toEqual([{ usename: 'tessera_app', owns: false }]);
    process.kill(Number(postmaster), 'SIGKILL');
    await says(/PostgreSQL runs again/);
    await until(() =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status === 200,
        () => false
      )
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(left(place)).toEqual([]);
  }, 240_000);
});

test('with DATABASE_URL set nothing embedded starts', async () => {
  const database = await createDatabase({ seeded: true });
  const { child, ended, says, output } = start({
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    TESSERA_DEMO_WORLD: 'none'
  });
  await says(/Ctrl-C stops everything/);
  expect(output()).not.toContain('embedded');
  child.kill('SIGTERM');
  await ended;
  await database.drop();
}, 240_000);

test('migrations are applied once by two at a time, and a changed one is refused', async () => {
  const database = await createDatabase();
  await database.query('DROP SCHEMA public CASCADE');
  await database.query('CREATE SCHEMA public');
  const migrate = () =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, ['prisma/migrate.mjs'], {
        env: { ...process.env, DATABASE_URL: database.ownerUrl }
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
      child.once('exit', (code) => resolve({ code, output }));
    });
  const outputs = (await Promise.all([migrate(), migrate()])).map(({ output }) => output);
  expect(outputs.filter((output) => output.startsWith('Applied'))).toHaveLength(1);
  expect(outputs.filter((output) => output.includes('up to date'))).toHaveLength(1);
  await database.query("UPDATE _prisma_migrations SET checksum = 'another'");
  expect(await migrate()).toMatchObject({
    code: 1,
    output: expect.stringContaining('was changed after it was applied')
  });
  await database.drop();
});
