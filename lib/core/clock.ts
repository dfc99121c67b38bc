let offset = 0;

/** The time of the business: every rule asks here, so that a test can set it. */
export function now(): Date {
  return new Date(Date.now() + offset);
}

/** For tests: let the clock run `milliseconds` ahead of (or behind) the machine's. */
export function shiftClock(milliseconds: number): void {
  offset = milliseconds;
}
