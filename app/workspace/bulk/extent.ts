import type { Extent } from '@/lib/kit/bulk/ask-bulk';

/** Encodes the selected rows for an address: 200 ids in less than 4,300 characters. */
export const writeExtent = (extent: Extent): string =>
  extent === 'all' ? 'all' : Buffer.from(extent.ids.join('').replaceAll('-', ''), 'hex').toString('base64url');

/** Decodes them; an unreadable entry is skipped. */
export function readExtent(text: string): Extent {
  if (text === 'all') return 'all';
  const hex = Buffer.from(text.slice(0, 8_000), 'base64url').toString('hex');
  const ids = hex.match(/[0-9a-f]{32}/g) ?? [];
  return { ids: ids.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')) };
}
