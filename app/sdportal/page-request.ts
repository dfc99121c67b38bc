import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Brand, type BrandDirectory, brandDirectory } from '@/lib/brands/directory';
import { resolveIn } from '@/lib/brands/resolve';
import { cookieOf } from '@/lib/core/http/cookies';
import { hostnameOf } from '@/lib/core/http/origin';
import { chooseLocale, isLocale, type Locale } from '@/lib/core/locales';

interface Audience {
  brand: Brand;
  locale: Locale;
  /** Whether the host name alone leads to the brand, so that addresses need no `cobrandHost`. */
  ownHost: boolean;
}

/** The query of a call whose brand `cobrandHost` may name: any text is taken, unknown ones fall to the host's (P1.008). */
export const brandQuery = z.object({
  cobrandHost: z.string().optional().meta({ description: 'A brand by name; otherwise the host name decides.' })
});

/** The brand and language a request gets, with the directory the brand came from. */
export async function pageRequest(request: Request): Promise<Audience & { directory: BrandDirectory }> {
  const directory = await brandDirectory();
  const cobrandHost = queryOf(request)?.get('cobrandHost') ?? null;
  const hostname = hostnameOf(request.headers);
  const chosen = cookieOf(request.headers, 'user_locale');
  const languages = request.headers.get('accept-language');
  const brand = resolveIn(directory, { cobrandHost, hostname });
  const ownHost = resolveIn(directory, { cobrandHost: null, hostname }) === brand;
  return { directory, brand, locale: localeFor(directory, brand, { chosen, languages }), ownHost };
}

const LANGUAGES_KEPT = 2_000;
/** Longer than browsers send, so not worth keeping. */
const LONGEST_LANGUAGES = 200;

/** Matching languages costs more than sending the page: the answer is kept as long as the brands are. */
function localeFor(
  directory: BrandDirectory,
  brand: Brand,
  { chosen, languages }: { chosen: string | undefined; languages: string | null }
): Locale {
  const cookie = isLocale(chosen) ? chosen : undefined;
  if (languages && languages.length > LONGEST_LANGUAGES) return chooseLocale(brand.locales, cookie, languages);
  const known = (directory.derived.get('locales') ?? new LRUCache({ max: LANGUAGES_KEPT })) as LRUCache<string, Locale>;
  directory.derived.set('locales', known);
  // Only what the product knows itself, and languages: made-up hosts and cookies take no place.
  const key = `${brand.name} ${cookie ?? ''} ${languages ?? ''}`;
  const locale = known.get(key) ?? chooseLocale(brand.locales, cookie, languages);
  known.set(key, locale);
  return locale;
}

/** The query of a request, or null when it has none. */
export function queryOf(request: Request): URLSearchParams | null {
  const at = request.url.indexOf('?');
  return at < 0 ? null : new URLSearchParams(request.url.slice(at));
}
