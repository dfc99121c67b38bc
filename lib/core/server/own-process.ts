import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

const LOOK_EVERY_MILLIS = 100;

/** What a process may use for one message: computing and memory. */
export interface ProcessLimits {
  seconds: number;
  bytes: number;
}

/**
 * Has a program of ours work on one message in a process of its own, which has neither our environment nor more than its
 * limits: what breaks it stops nothing. It answers by one message and ends. @param niceness from 0 to 19
 * @throws Error if it ends without an answer, or has none within `patienceMillis` on the clock
 */
export function inOwnProcess<Answer>(
  program: string,
  message: object,
  { limits, niceness }: { limits: ProcessLimits & { patienceMillis: number }; niceness: number }
): Promise<Answer> {
  return answerOf<Answer>(started(program, niceness), message, limits, AbortSignal.timeout(limits.patienceMillis));
}

/** A process that answers one message after another. */
export interface LastingProcess {
  /** @throws Error if the process ends without an answer, or `signal` ends it; the next message has a new one */
  ask: <Answer>(message: object, signal: AbortSignal) => Promise<Answer>;
  /** Ends it until it is asked again. */
  end: () => void;
}

/**
 * A program of ours in a process as of `inOwnProcess`, for what takes long to get ready: it stays for `idleMillis` after an
 * answer. Its limits are those of each message.
 */
export function lastingProcess(
  program: string,
  { limits, niceness, idleMillis }: { limits: ProcessLimits; niceness: number; idleMillis: number }
): LastingProcess {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  function end() {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }
  async function askNow<Answer>(message: object, signal: AbortSignal): Promise<Answer> {
    clearTimeout(idle);
    child ??= started(program, niceness);
    try {
      return await answerOf<Answer>(child, message, limits, signal);
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMillis).unref();
    }
  }
  return {
    ask<Answer>(message: object, signal: AbortSignal) {
      const answer = last.then(() => askNow<Answer>(message, signal));
      last = answer.catch(() => undefined);
      return answer;
    },
    end
  };
}

function started(program: string, niceness: number): ChildProcess {
  const child = spawn(process.execPath, ['--max-old-space-size=256', program], {
    // Nothing of ours: what breaks out of it finds no secret.
    env: { NODE_ENV: 'production' },
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  });
  // The caller that waits for its answer hears of it as well.
  child.on('error', () => undefined);
  if (child.pid !== undefined) giveWay(child.pid, niceness);
  return child;
}

/**
 * Linux shares its processors out among sessions before it does so among the processes of each (sched(7), "autogroup"), and
 * PostgreSQL has another session than we: so the process has one of its own, as nice as itself.
 */
function giveWay(pid: number, niceness: number): void {
  setPriority(pid, niceness);
  // Containers and other systems have no such groups.
  writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch(() => undefined);
}

/** The answer of a process to a message; it is ended at its limits, and by `signal`. */
function answerOf<Answer>(
  child: ChildProcess,
  message: object,
  limits: ProcessLimits,
  signal: AbortSignal
): Promise<Answer> {
  const { pid } = child;
  const end = () => child.kill('SIGKILL');
  return new Promise<Answer>((resolve, reject) => {
    const before = pid === undefined ? null : usedBy(pid);
    const watch = setInterval(async () => {
      const used = pid === undefined ? null : await usedBy(pid);
      const spent = (used?.seconds ?? 0) - ((await before)?.seconds ?? 0);
      if (used && (spent > limits.seconds || used.bytes > limits.bytes)) end();
    }, LOOK_EVERY_MILLIS);
    const settle = () => {
      clearInterval(watch);
      signal.removeEventListener('abort', end);
      child.off('message', answered).off('error', failed).off('exit', ended);
    };
    const answered = (answer: unknown) => {
      settle();
      resolve(answer as Answer);
    };
    const failed = (error: Error) => {
      settle();
      reject(error);
    };
    const ended = (code: number | null, by: NodeJS.Signals | null) =>
      failed(new Error(`the process ended without an answer (${by ?? code})`));
    child.once('message', answered).once('error', failed).once('exit', ended);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    // The exit of a killed process says more than its broken pipe.
    child.send(message, (error) => error && !child.killed && failed(error));
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
