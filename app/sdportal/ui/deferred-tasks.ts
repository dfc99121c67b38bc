/** The storage key of a pending new PIN, sealed (P3.031, PD.18). */
export const PENDING_PIN = 'tessera.pending-pin';
const MINUTE = 60_000;

interface Setup {
  brand: string;
  forceRefreshMillis: number;
  /** The user id that the page filled in. */
  remembered: string;
}

/**
 * Schedules the tasks after the sign-in page has loaded (P4.004, P4.049): session clean-up at 50 ms, forced refresh at
 * 500 ms. Returns a function that cancels them.
 */
export function tidyUp({ brand, forceRefreshMillis, remembered }: Setup): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const after = (millis: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, millis);
    timers.add(timer);
  };
  /** Reloads the page after a long time (P4.003), but never while a field holds typed text (PD.14). */
  const refreshWhenIdle = () => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('main input:not([type=hidden])')];
    if (inputs.every(({ value }) => value === '' || value === remembered)) location.reload();
    else after(MINUTE, refreshWhenIdle);
  };
  after(50, () => {
    localStorage.removeItem(PENDING_PIN);
    sessionStorage.setItem('COBRAND', brand);
  });
  after(500, () => after(forceRefreshMillis, refreshWhenIdle));
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
