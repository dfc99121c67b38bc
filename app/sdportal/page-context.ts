import { notFound } from 'next/navigation';
import type { Audience } from '@/lib/brand/brands/audience';
import { type Brand, brandDirectory } from '@/lib/brand/brands/directory';
import type { Locale } from '@/lib/core/language/locales';
import { type Translate, translator } from '@/lib/core/language/texts';
import { type PageParams, readParams } from './page-address';
import { portalLink } from './portal-link';

/** The data that a portal page is rendered from: the same for everybody on that brand in that language. */
export interface PageContext {
  brand: Brand;
  locale: Locale;
  t: Translate;
  /** The address of another portal page of the same brand. */
  link: (component: string) => string;
}

/** The context of a page for an audience. */
export function contextOf({ brand, locale, ownHost }: Audience): PageContext {
  return { brand, locale, t: translator(locale, brand.texts[locale]), link: portalLink({ brand, ownHost }) };
}

/** The context of the page at an internal address; not found for an address that the product never makes. */
export async function pageContext(params: Promise<PageParams>): Promise<PageContext & { passkeys: boolean }> {
  const read = readParams(await params);
  const brand = read && (await brandDirectory()).byName.get(read.brandName);
  if (!read || !brand) notFound();
  return { ...contextOf({ brand, locale: read.locale, ownHost: read.ownHost }), passkeys: read.passkeys };
}
