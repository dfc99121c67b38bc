import { fork } from 'node:child_process';

const LARGEST_RSS = 1_800_000_000;
/** The longest that a test takes which sets no limit of its own, in milliseconds. */
const LONGEST_TEST = 60_000;
/** The longest that one mutant of a batch is heard nothing of, in milliseconds: a test of it, and the same without it. */
const SILENT = 2 * LONGEST_TEST + 30_000;
/** What a test file that never ended is said to have failed by. */
export const TIMED_OUT = 'timed out';

/** Runs test files in a process of their own, which is replaced when it hangs or grows. */
export class TestRuns {
  constructor(env) {
    this.env = { ...process.env, ...env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  }

  /**
   * Runs `file`, or those of its tests that are in `only`, with `mutant` on, for `limit` milliseconds at most. `batch`:
   * the mutants for each of which a test runs, by its title; the limit is then that of each.
   * @returns {Promise<{ failed: string[], loaded: string[], reached: [string, string[]][], verdicts: Record<string, string | null>,
   *   at?: string, millis: number }>} what each test reached, that without a title being for all of them; of a batch the
   * test that notices a mutant, null where none says for sure; at which mutant it hung
   */
  async run(file, mutant, { limit, stops = true, only = null, batch = null }) {
    this.child ??= fork(new URL('worker.mjs', import.meta.url), {
      env: this.env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    });
    const begin = performance.now();
    this.child.send({ file, mutant, stops, only, batch, longest: Math.min(limit / 2, LONGEST_TEST) });
    const answer = await this.answer(limit);
    if (answer.rss > LARGEST_RSS || answer.ended) await this.stop();
    return { loaded: [], reached: [], ...answer, millis: Math.round(performance.now() - begin) };
  }

  answer(limit) {
    const { child } = this;
    return new Promise((resolve) => {
      let told = { verdicts: {} };
      const over = () => done({ failed: [TIMED_OUT], ended: true });
      let timer = setTimeout(over, limit);
      const exited = () => done({ failed: ['the process ended'], ended: true });
      const hear = (message) => {
        if (!message.at) return done(message);
        told = message;
        clearTimeout(timer);
        timer = setTimeout(over, Math.min(limit, SILENT));
      };
      const done = (answer) => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', exited);
        resolve(answer.ended ? { ...told, ...answer } : answer);
      };
      child.on('message', hear).on('exit', exited);
    });
  }

  async stop() {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
}
