import { setTimeout as sleep } from 'node:timers/promises';

type Seen<T> = T | null | undefined | false;

/** Whether it is still waited for: with a guard broken (tests/mutation) what is waited for may never come. */
const waiting = (): (() => boolean) =>
  (globalThis as { __waiting?: () => () => boolean }).__waiting?.() ?? (() => true);

/** Looks again and again until there is something to see: nothing depends on how long that takes. */
export async function until<T>(look: () => Promise<Seen<T>> | Seen<T>, pause = 20): Promise<T> {
  const goesOn = waiting();
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (!goesOn()) throw new Error('it never came');
    await sleep(pause);
  }
}
