let offset = 0;
let standing: number | null = null;

/** The time of the business: every rule asks here, so that a test can set it. */
export function now(): Date {
  return new Date(standing ?? Date.now() + offset);
}

/** For tests: let the clock run `milliseconds` ahead of (or behind) the machine's. */
export function shiftClock(milliseconds: number): void {
  offset = milliseconds;
  standing = null;
}

/** For tests: let the clock stand at an instant, until it is shifted. */
export function stopClock(instant: Date): void {
  standing = instant.getTime();
}
