import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

const LOOK_EVERY_MILLIS = 100;

/** What a process may use: computing, memory, and time on the clock. */
export interface ProcessLimits {
  seconds: number;
  bytes: number;
  patienceMillis: number;
}

/**
 * Has a program of ours work on one message in a process of its own, which has neither our environment nor more than its
 * limits: what breaks it stops nothing. It answers by one message and ends. @param niceness from 0 to 19
 * @throws Error if it ends without an answer
 */
export function inOwnProcess<Answer>(
  program: string,
  message: object,
  { limits, niceness }: { limits: ProcessLimits; niceness: number }
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=256', program], {
      // Nothing of ours: what breaks out of it finds no secret.
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    });
    const { pid } = child;
    if (pid !== undefined) setPriority(pid, niceness);
    const end = () => child.kill('SIGKILL');
    const patience = setTimeout(end, limits.patienceMillis);
    const watch = setInterval(async () => {
      const used = pid === undefined ? null : await usedBy(pid);
      if (used && (used.seconds > limits.seconds || used.bytes > limits.bytes)) end();
    }, LOOK_EVERY_MILLIS);
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(patience);
      clearInterval(watch);
      reject(new Error(`the process ended without an answer (${signal ?? code})`));
    });
    child.send(message, (error) => error && reject(error));
  });
}

/** Where the times and the memory of a process stand in its line of /proc, after its name. */
const [USER_TICKS, SYSTEM_TICKS, PAGES_HELD] = [11, 12, 21];
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;

/** What a process has used; null where the system doesn't tell it. */
async function usedBy(pid: number): Promise<{ seconds: number; bytes: number } | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (line === null) return null;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (at: number) => Number(fields[at]);
  const seconds = (field(USER_TICKS) + field(SYSTEM_TICKS)) / TICKS_A_SECOND;
  return { seconds, bytes: field(PAGES_HELD) * PAGE_BYTES };
}
