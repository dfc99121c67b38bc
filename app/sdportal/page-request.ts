import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Brand, type BrandDirectory, brandDirectory } from '@/lib/brands/directory';
import { resolveIn } from '@/lib/brands/resolve';
import { cookieOf } from '@/lib/core/http/cookies';
import { hostnameOf } from '@/lib/core/http/origin';
import { chooseLocale, type Locale } from '@/lib/core/locales';

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
  // Matching languages costs more than sending the page: the answer is kept as long as the brands are.
  const known = (directory.derived.get('audiences') ?? new LRUCache({ max: 5_000 })) as LRUCache<string, Audience>;
  directory.derived.set('audiences', known);
  const key = JSON.stringify([cobrandHost, hostname, chosen, languages].map((part) => part?.slice(0, 200)));
  let audience = known.get(key);
  if (!audience) {
    const brand = resolveIn(directory, { cobrandHost, hostname });
    const locale = chooseLocale(brand.locales, chosen, languages);
    audience = { brand, locale, ownHost: resolveIn(directory, { cobrandHost: null, hostname }) === brand };
    known.set(key, audience);
  }
  return { directory, ...audience };
}

/** The query of a request, or null when it has none. */
export function queryOf(request: Request): URLSearchParams | null {
  const at = request.url.indexOf('?');
  return at < 0 ? null : new URLSearchParams(request.url.slice(at));
}
