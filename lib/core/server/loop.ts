import { listen } from '../database/listen';
import { log } from './log';

/** Background work that comes piece by piece. */
export interface Work {
  /** What the log calls it. */
  name: string;
  /** The channel on which PostgreSQL says that a piece waits; none where only looking tells. */
  channel?: string;
  /** How many pieces are worked on at once in a process, one where nothing is said. */
  lanes?: number;
  /** How often a lane that has nothing to do looks again without being woken. */
  everyMillis: number;
  /**
   * Does one piece; false where none waits. Whatever it does is a transaction or can be done again, since the process
   * may be killed in the middle, and it shares the pieces with every other process through the database.
   */
  next: () => Promise<boolean>;
}

/** Work that is being done. */
export interface Loop {
  /** Has every lane look at once. */
  wake: () => void;
  /** Takes no further piece, and resolves when those under way are done. */
  stop: () => Promise<void>;
}

const LONGEST_WAIT_MILLIS = 30_000;

/** How long a lane waits after so many failures in a row: twice as long each time, half a minute at most. */
export const waitAfter = (everyMillis: number, failures: number): number =>
  failures === 0 ? everyMillis : Math.min(everyMillis * 2 ** failures, Math.max(everyMillis, LONGEST_WAIT_MILLIS));

/** Works until it is stopped: piece after piece while there are any, and otherwise when it is woken or time has passed. */
export async function workOn({ name, channel, lanes = 1, everyMillis, next }: Work): Promise<Loop> {
  let stopped = false;
  let wakes = 0;
  const sleepers = new Set<() => void>();
  const wake = () => {
    wakes++;
    for (const awake of sleepers) awake();
  };
  const sleep = (millis: number) =>
    new Promise<void>((resolve) => {
      const awake = () => {
        clearTimeout(timer);
        sleepers.delete(awake);
        resolve();
      };
      const timer = setTimeout(awake, millis);
      sleepers.add(awake);
    });
  const lane = async () => {
    let failures = 0;
    while (!stopped) {
      const wakesBefore = wakes;
      try {
        const worked = await next();
        failures = 0;
        // What was queued while this lane looked may have been missed by it.
        if (worked || wakes !== wakesBefore) continue;
      } catch (err) {
        failures++;
        log.error({ err, work: name, failures }, 'background work failed');
      }
      if (!stopped) await sleep(waitAfter(everyMillis, failures));
    }
  };
  const stopListening = channel ? await listen(channel, wake) : async () => {};
  const running = Array.from({ length: lanes }, lane);
  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      await Promise.all(running);
      await stopListening();
    }
  };
}
