/** The address of a page of a brand in the studio; its query says what was done. */
export function brandPath(name: string, tab = '', query: Record<string, string> = {}): string {
  const asked = new URLSearchParams(query);
  return `/workspace/brands/${encodeURIComponent(name)}${tab && `/${tab}`}${asked.size > 0 ? `?${asked}` : ''}`;
}
