import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server';

/** The test file of EICAR (eicar.org), in two parts so that no scanner finds this one. */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
);

export const hasClamd = () => spawnSync('clamd', ['--version']).status === 0;

/** A real clamd that knows one virus: EICAR's, wherever in a file it stands. */
export async function startClamd(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  const port = await freePort();
  writeFileSync(join(folder, 'own.ndb'), `Eicar-Test:0:*:${EICAR.toString('hex')}\n`);
  const settings = [
    `DatabaseDirectory ${folder}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'Foreground yes',
    'StreamMaxLength 5M'
  ];
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const child = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    if (await listens(port)) return { url: `tcp://127.0.0.1:${port}`, stop };
    await sleep(50);
  }
  await stop();
  throw new Error('clamd did not start');
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
