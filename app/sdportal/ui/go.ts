/** Goes to an address that the server answered with: of this very host, whatever it says. */
export function go(address: string): void {
  const target = new URL(address, location.origin);
  location.assign(target.origin === location.origin ? target.href : '/');
}
