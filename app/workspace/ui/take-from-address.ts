/**
 * Takes a parameter out of the page's address, so that going back or reloading does not repeat what it told. False: it
 * isn't there.
 */
export function takeFromAddress(parameter: string): boolean {
  const address = new URL(location.href);
  if (!address.searchParams.has(parameter)) return false;
  address.searchParams.delete(parameter);
  history.replaceState(history.state, '', address);
  return true;
}
