/** Where a pending new PIN waits, sealed (P3.031, PD.18). */
export const PENDING_PIN = 'tessera.pending-pin';
const MINUTE = 60_000;

/** What waits until the sign-in page is there (P4.004, P4.049): session clean-up at 50 ms, forced refresh at 500 ms. */
export function tidyUp({ brand, forceRefreshMillis }: { brand: string; forceRefreshMillis: number }): void {
  setTimeout(() => {
    localStorage.removeItem(PENDING_PIN);
    sessionStorage.setItem('COBRAND', brand);
  }, 50);
  setTimeout(() => setTimeout(refreshWhenIdle, forceRefreshMillis), 500);
}

/** The page is loaded anew after a long time (P4.003), but never while a field holds text (PD.14). */
function refreshWhenIdle(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('main input:not([type=hidden])')];
  if (inputs.every((input) => input.value === '')) location.reload();
  else setTimeout(refreshWhenIdle, MINUTE);
}
