// npm start: from a fresh clone to a running product. Nothing but Node is there when this begins.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, generate, install } from './build.mjs';
import { dataFolder, lockDataFolder, secretOf } from './data-folder.mjs';
import { prepareDatabase } from './database.mjs';
import { checkDisk, checkNode, checkPort, wantedPort } from './preflight.mjs';
import { handleSignals, onExit, Problem, runCommand, stopEverything } from './problem.mjs';
import { endChild, step } from './steps.mjs';
import { watchPostgres } from './watch-postgres.mjs';

const BRANDS_SHOWN = 12;

/**
 * The seed's list of brands and accounts (demo.json).
 * @typedef {{ brands: { name: string, displayName: string, url: string }[],
 *   accounts: { userId: string, password: string, brand: string, sees: string }[] }} DemoList
 */

runCommand(async () => {
  checkNode();
  const port = wantedPort();
  handleSignals();
  const folder = dataFolder();
  lockDataFolder(folder);
  await stopOrphanServer(folder);
  await checkPort(port);
  checkDisk('.', existsSync('.next/standalone/server.js') ? 300 : 1500);
  await step('Install packages', install);
  await step('Generate code', generate);
  const { env, postgres } = await prepareDatabase({ folder, secret: secretOf(folder), port });
  await step('Build', build);
  const server = serve(env, folder);
  await step('Start the server', () => ready(server, port));
  printAddresses(folder, port);
  const watching = postgres && watchPostgres(postgres);
  await Promise.race([new Promise((resolve) => server.once('exit', resolve)), watching].filter(Boolean));
  await stopEverything();
  process.exit(process.exitCode ?? server.exitCode ?? 1);
});

/** @param {import('./database.mjs').DatabaseEnv} env @param {string} folder */
function serve(env, folder) {
  const server = spawn(process.execPath, ['server.js'], {
    cwd: '.next/standalone',
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      NODE_ENV: 'production',
      HOSTNAME: listeningAddress(),
      NEXT_MANUAL_SIG_HANDLE: '1',
      // No proxy stands in front of this server.
      STOP_DRAIN_MILLIS: process.env.STOP_DRAIN_MILLIS || '0',
      TESSERA_MODE: process.env.TESSERA_MODE || 'demo',
      // The console is for people here: one line a request would bury the addresses.
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn'
    }
  });
  writeFileSync(join(folder, 'server.pid'), String(server.pid));
  onExit(async () => {
    await endChild(server);
    rmSync(join(folder, 'server.pid'), { force: true });
  });
  return server;
}

/** The demo's passwords are for everybody, so nobody else's machine is answered unless that is asked for. */
function listeningAddress({ TESSERA_LISTEN: address, TESSERA_OPEN_DEMO: open } = process.env) {
  return address || (/^(true|1|yes|on)$/i.test(open ?? '') ? '0.0.0.0' : '127.0.0.1');
}

/**
 * Ends the server of a start that was killed: it would hold its port, over a database that is gone.
 * @param {string} folder
 */
async function stopOrphanServer(folder) {
  const file = join(folder, 'server.pid');
  if (!existsSync(file)) return;
  const pid = readFileSync(file, 'utf8');
  const isServer = () =>
    /next-server|server\.js/.test(spawnSync('ps', ['-p', pid, '-o', 'args='], { encoding: 'utf8' }).stdout ?? '');
  if (isServer()) {
    process.stdout.write('  a server left over from an interrupted start is being stopped\n');
    process.kill(Number(pid), 'SIGKILL');
    for (let tries = 0; isServer() && tries < 50; tries++) await sleep(100);
  }
  rmSync(file, { force: true });
}

/** @param {import('node:child_process').ChildProcess} server @param {number} port */
async function ready(server, port) {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Problem('The server stopped while starting; its message stands above.');
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Problem('The server did not become ready within 30 seconds.');
}

/** @param {string} folder @param {number} port */
function printAddresses(folder, port) {
  const list = join(folder, 'demo.json');
  if (!existsSync(list)) return void process.stdout.write(`\nTessera is ready:  http://localhost:${port}/\n`);
  /** @type {DemoList} */
  const { brands, accounts } = JSON.parse(readFileSync(list, 'utf8'));
  const byName = new Map(brands.map((brand) => [brand.name, brand]));
  const shown = [...new Set([...accounts.map(({ brand }) => brand), ...brands.map(({ name }) => name)])].slice(
    0,
    BRANDS_SHOWN
  );
  const lines = [
    '',
    `Tessera is ready:  http://localhost:${port}/`,
    '',
    'Brands, each on a host name of its own:',
    ...shown
      .flatMap((name) => byName.get(name) ?? [])
      .map(({ displayName, url }) => `  ${displayName.padEnd(28)} ${url}`),
    `  … and ${brands.length - shown.length} more: add ?cobrandHost=<name> to any address`,
    '',
    `Who to be to see what; everybody's password is ${accounts[0]?.password}:`,
    ...accounts.map(
      ({ userId, brand, sees }) => `  ${userId.padEnd(16)} ${(byName.get(brand)?.url ?? '').padEnd(36)} ${sees}`
    ),
    '',
    `Every mail is caught here:  http://localhost:${port}/demo/mail`,
    `A software token:           http://localhost:${port}/demo/soft-token`,
    '',
    'Ctrl-C stops everything and keeps the data.',
    ''
  ];
  process.stdout.write(lines.join('\n'));
}
