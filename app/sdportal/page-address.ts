import type { Audience } from '@/lib/brand/brands/audience';
import type { Brand } from '@/lib/brand/brands/directory';
import { isLocale, type Locale } from '@/lib/core/language/locales';

/** The parts of the address by which the framework knows a portal page: `norrvik~3f9c2a71b0de~own`, `sv`. */
export interface PageParams {
  audience: string;
  locale: string;
}

/** What an audience's part of an address may say beside brand and version. */
const FLAGS = ['own', 'passkeys'] as const;
type Flag = (typeof FLAGS)[number];

/**
 * Where a portal page stands inside the product. Everything that its look depends on is in the address, so that a
 * page that is the same for everybody is kept by its address alone, and a saved brand is another address.
 */
export function internalAddress({ brand, locale, ownHost }: Audience, passkeys: boolean, page: string): string {
  const flags = FLAGS.filter((flag) => (flag === 'own' ? ownHost : passkeys));
  return `/sdportal/${[brand.name, brand.version, ...flags].join('~')}/${locale}/${page}`;
}

/** What an address says of its page; null when it is none that this product makes. */
export function readParams({
  audience,
  locale
}: PageParams): { brandName: string; locale: Locale; ownHost: boolean; passkeys: boolean } | null {
  const [brandName = '', version, ...flags] = decodeURIComponent(audience).split('~');
  if (!version || !isLocale(locale)) return null;
  const has = (flag: Flag) => flags.includes(flag);
  return { brandName, locale, ownHost: has('own'), passkeys: has('passkeys') };
}

/** Passkeys are taken where the brand allows them and is on a host name of its own. */
export const takesPasskeys = (brand: Brand, brandOfHost: Brand | undefined): boolean =>
  brand.passkeysAllowed && brandOfHost?.name === brand.name;
