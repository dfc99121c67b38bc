/** Navigates to an address from the server, always on this host. */
export function go(address: string): void {
  const target = new URL(address, location.origin);
  location.assign(target.origin === location.origin ? target.href : '/');
}
