let offset = 0;
let standing: number | null = null;

/** The business time: all rules use it, so that a test can set it. */
export function now(): Date {
  return new Date(standing ?? Date.now() + offset);
}

/** For tests: shifts the clock by `milliseconds` from the machine's. */
export function shiftClock(milliseconds: number): void {
  offset = milliseconds;
  standing = null;
}

/** For tests: stops the clock at an instant, until it is shifted. */
export function stopClock(instant: Date): void {
  standing = instant.getTime();
}
