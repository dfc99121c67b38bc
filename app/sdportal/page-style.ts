import { createHash } from 'node:crypto';
import type { Brand } from '@/lib/brand/brands/directory';
import { brandStyle } from '@/lib/brand/brands/theme-style';
import { styles } from './generated/styles';

/** The style of a brand's portal pages. It is inlined, since a file would cost the first visit a round trip. */
export const pageStyle = ({ signInLayout, ...look }: Pick<Brand, 'theme' | 'typeface' | 'signInLayout'>): string =>
  `${brandStyle(look)}${styles.portal}${signInLayout === 'centered' ? '' : styles[signInLayout]}`;

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const beyondSignIn = hashOf(styles.beyondSignIn);
const hashes = new WeakMap<Brand, string>();

/** The sources that allow the style of a brand's pages in a policy: `'sha256-…'`. */
export function styleHashes(brand: Brand): string[] {
  const hash = hashes.get(brand) ?? hashOf(pageStyle(brand));
  hashes.set(brand, hash);
  return [hash, beyondSignIn];
}
