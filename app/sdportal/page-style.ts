import { createHash } from 'node:crypto';
import type { Brand } from '@/lib/brand/brands/directory';
import { brandStyle } from '@/lib/brand/brands/theme-style';
import { portalStyle } from './generated/assets';

/** The one style of a brand's portal pages: in the page, since a file would cost the first visit a round trip. */
export const pageStyle = (brand: Pick<Brand, 'theme' | 'typeface'>): string => `${brandStyle(brand)}${portalStyle}`;

const hashes = new WeakMap<Brand, string>();

/** The source that allows a brand's style in a policy: `'sha256-…'`. */
export function styleHash(brand: Brand): string {
  const hash = hashes.get(brand) ?? `'sha256-${createHash('sha256').update(pageStyle(brand)).digest('base64')}'`;
  hashes.set(brand, hash);
  return hash;
}
