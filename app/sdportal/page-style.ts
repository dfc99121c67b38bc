import { createHash } from 'node:crypto';
import type { Brand } from '@/lib/brand/brands/directory';
import type { FooterLayout } from '@/lib/brand/brands/schema';
import { brandStyle, panelStyle } from '@/lib/brand/brands/theme-style';
import { styles } from './generated/styles';

/** What each footer layout adds to footer.css. */
const FOOTERS: Record<FooterLayout, string> = {
  standard: '',
  minimal: '',
  columns: styles.footerColumns,
  centered: styles.footerCentered,
  regulated: styles.footerRegulated
};

type Look = Pick<Brand, 'theme' | 'typeface' | 'signInLayout' | 'footerLayout'>;

/**
 * The style of a brand's portal pages, with its own layouts only. It is inlined, since a file would cost the first
 * visit a round trip.
 */
export function pageStyle({ signInLayout, footerLayout, ...look }: Look): string {
  const layout = { centered: '', plain: styles.plain, split: `${panelStyle(look.theme)}${styles.split}` };
  return `${brandStyle(look)}${styles.portal}${layout[signInLayout]}${FOOTERS[footerLayout]}`;
}

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const beyondSignIn = hashOf(styles.beyondSignIn);
const hashes = new WeakMap<Brand, string>();

/** The sources that allow the style of a brand's pages in a policy: `'sha256-…'`. */
export function styleHashes(brand: Brand): string[] {
  const hash = hashes.get(brand) ?? hashOf(pageStyle(brand));
  hashes.set(brand, hash);
  return [hash, beyondSignIn];
}
