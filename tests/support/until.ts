import { setTimeout as sleep } from 'node:timers/promises';

type Seen<T> = T | null | undefined | false;

/** Looks again and again until there is something to see: nothing depends on how long that takes. */
export async function until<T>(look: () => Promise<Seen<T>> | Seen<T>, pause = 20): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await sleep(pause);
  }
}
