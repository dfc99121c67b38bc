import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingProcess } from '@/lib/core/server/own-process';

interface Told {
  pid: number;
  niceness: number;
  environment: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'tessera-own-process-'));
const program = join(folder, 'program.mjs');
writeFileSync(
  program,
  `import { getPriority } from 'node:os';
process.on('message', ({ work }) => {
  if (work === 'fail') throw new Error('broken');
  if (work === 'wait') return;
  while (work === 'compute');
  setTimeout(() => process.send({ pid: process.pid, niceness: getPriority(), environment: Object.keys(process.env) }), 50);
});
process.once('disconnect', () => process.exit());`
);
const LIMITS = { seconds: 0.5, bytes: 1024 ** 3 };
const never = new AbortController().signal;
const started: { end: () => void }[] = [];
const start = (idleMillis = 60_000) => {
  const own = lastingProcess(program, { limits: LIMITS, niceness: 7, idleMillis });
  started.push(own);
  return own;
};
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterAll(() => {
  for (const own of started) own.end();
  rmSync(folder, { recursive: true });
});

test('issue 17 How fast a process of its own answers one message after another, gives way, and knows nothing of ours', async () => {
  const own = start();
  const [one, other] = await Promise.all([
    own.ask<Told>({ work: 'tell' }, never),
    own.ask<Told>({ work: 'tell' }, never)
  ]);
  expect(other).toEqual(one);
  expect(one.niceness).toBe(7);
  expect(getPriority()).not.toBe(7);
  // The channel of its messages is Node's own, and a system may add names that begin so.
  expect(one.environment.filter((name) => !/^(NODE_CHANNEL_|__)/.test(name))).toEqual(['NODE_ENV']);
  if (process.platform !== 'linux') return;
  const sessionOf = (pid: number | 'self') =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[3];
  expect(sessionOf(one.pid)).toBe(String(one.pid));
  expect(sessionOf('self')).not.toBe(String(one.pid));
});

test.each([
  ['fails', 'fail', '(1)'],
  ['computes for longer than it may', 'compute', '(SIGKILL)']
])('a process that %s is ended, and the next message has a new one', async (_, work, how) => {
  const own = start();
  const { pid } = await own.ask<Told>({ work: 'tell' }, never);
  await expect(own.ask({ work }, never)).rejects.toThrow(how);
  expect(isThere(pid)).toBe(false);
  expect((await own.ask<Told>({ work: 'tell' }, never)).pid).not.toBe(pid);
});

test('nobody waits longer for an answer than they want to', async () => {
  const own = start();
  const patience = new AbortController();
  const asked = own.ask({ work: 'wait' }, patience.signal);
  patience.abort();
  await expect(asked).rejects.toThrow('(SIGKILL)');
  await expect(own.ask({ work: 'tell' }, AbortSignal.abort())).rejects.toThrow('(SIGKILL)');
  expect((await own.ask<Told>({ work: 'tell' }, never)).niceness).toBe(7);
});

test('without work the process ends', async () => {
  const own = start(1);
  const { pid } = await own.ask<Told>({ work: 'tell' }, never);
  while (isThere(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await own.ask<Told>({ work: 'tell' }, never)).pid).not.toBe(pid);
});
