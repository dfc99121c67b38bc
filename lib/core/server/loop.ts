import { listen } from '../database/listen';
import { log } from './log';

/** Background work in pieces. */
export interface Work {
  /** Its name in the log. */
  name: string;
  /** The channel on which PostgreSQL announces a piece; absent: it is only polled. */
  channel?: string;
  /** The number of pieces at once in a process; the default is one. */
  lanes?: number;
  /** The interval at which an idle lane polls without being woken. */
  everyMillis: number;
  /**
   * Does one piece; false if none waits. It must be a transaction or repeatable, because the process may be killed at
   * any time, and it shares the pieces with other processes through the database.
   */
  next: () => Promise<boolean>;
}

/** Background work in progress. */
export interface Loop {
  /** Makes every lane poll immediately. */
  wake: () => void;
  /** Stops taking pieces, and resolves when those in progress are done. */
  stop: () => Promise<void>;
}

const LONGEST_WAIT_MILLIS = 30_000;

/** The delay of a lane after consecutive failures: doubled each time, half a minute at most. */
export const waitAfter = (everyMillis: number, failures: number): number =>
  failures === 0 ? everyMillis : Math.min(everyMillis * 2 ** failures, Math.max(everyMillis, LONGEST_WAIT_MILLIS));

/** Works until it is stopped: piece after piece while there are any, else when woken or after the interval. */
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
        // The lane may have missed pieces that were queued while it polled.
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
