import type { Audience } from '@/lib/brand/brands/audience';
import type { Brand } from '@/lib/brand/brands/directory';
import { isLocale, type Locale } from '@/lib/core/language/locales';

/** The segments of a portal page's internal address: `norrvik~3f9c2a71b0de~own`, `sv`. */
export interface PageParams {
  audience: string;
  locale: string;
}

/** The suffixes of an audience segment, after brand and version. */
const FLAGS = ['own', 'passkeys'] as const;
type Flag = (typeof FLAGS)[number];

/**
 * The internal address of a portal page. It includes everything that the page's look depends on, so the address alone
 * is the cache key, and saving a brand changes it.
 */
export function internalAddress({ brand, locale, ownHost }: Audience, passkeys: boolean, page: string): string {
  const flags = FLAGS.filter((flag) => (flag === 'own' ? ownHost : passkeys));
  return `/sdportal/${[brand.name, brand.version, ...flags].join('~')}/${locale}/${page}`;
}

/** Parses an internal address; null if the product never makes such an address. */
export function readParams({
  audience,
  locale
}: PageParams): { brandName: string; locale: Locale; ownHost: boolean; passkeys: boolean } | null {
  const [brandName = '', version, ...flags] = decodeURIComponent(audience).split('~');
  if (!version || !isLocale(locale)) return null;
  const has = (flag: Flag) => flags.includes(flag);
  return { brandName, locale, ownHost: has('own'), passkeys: has('passkeys') };
}

/** Passkeys work if the brand allows them and the request uses one of its own host names. */
export const takesPasskeys = (brand: Brand, brandOfHost: Brand | undefined): boolean =>
  brand.passkeysAllowed && brandOfHost?.name === brand.name;
