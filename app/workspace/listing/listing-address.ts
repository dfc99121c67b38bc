/** The parameter of a list's address that names the row open beside it. */
export const OPEN = 'open';

/** The address of a list with changed parameters; null and empty ones are dropped. */
export function addressWith(
  path: string,
  asked: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>
): string {
  const params = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  }
  return params.size > 0 ? `${path}?${params}` : path;
}
