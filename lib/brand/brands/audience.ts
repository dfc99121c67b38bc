import { LRUCache } from 'lru-cache';
import { cookieOf } from '../../core/http/cookies';
import { hostnameOf } from '../../core/http/origin';
import { chooseLocale, isLocale, LOCALES, type Locale } from '../../core/language/locales';
import { type Translate, translator } from '../../core/language/texts';
import { type Brand, type BrandDirectory, brandDirectory } from './directory';
import { resolveIn } from './resolve';

const WORKSPACE = /^\/workspace(\/|$)/;

/** The properties of a request that determine a shared page. */
export interface Audience {
  brand: Brand;
  locale: Locale;
  /** Whether the host name alone identifies the brand, so that addresses need no `cobrandHost`. */
  ownHost: boolean;
}

/** The brand and language of a request, with the directory of the brand. */
export async function audienceOf(request: Request): Promise<Audience & { directory: BrandDirectory }> {
  const directory = await brandDirectory();
  return { directory, ...audienceIn(directory, request.headers, queryOf(request)) };
}

/** The brand and language for headers and a query, among the brands of a directory. */
export function audienceIn(
  directory: BrandDirectory,
  headers: Pick<Headers, 'get'>,
  query: URLSearchParams | null
): Audience {
  const cobrandHost = query?.get('cobrandHost') ?? null;
  const hostname = hostnameOf(headers);
  const chosen = cookieOf(headers, 'user_locale');
  const languages = headers.get('accept-language');
  const brand = resolveIn(directory, { cobrandHost, hostname });
  const ownHost = resolveIn(directory, { cobrandHost: null, hostname }) === brand;
  return { brand, locale: localeFor(directory, brand, { chosen, languages }), ownHost };
}

/** The texts for the page of a request: its brand's, in its language (PD.20). */
export async function wordsFor(request: Request): Promise<Translate> {
  const { brand, locale: ofPortal } = await audienceOf(request);
  const { headers, url } = request;
  // The workspace offers every language, whatever its brand offers on the portal.
  const locale = WORKSPACE.test(new URL(url).pathname)
    ? chooseLocale(LOCALES, cookieOf(headers, 'user_locale'), headers.get('accept-language'))
    : ofPortal;
  return translator(locale, brand.texts[locale]);
}

/** The query of a request, or null when it has none. */
export function queryOf(request: Request): URLSearchParams | null {
  const at = request.url.indexOf('?');
  return at < 0 ? null : new URLSearchParams(request.url.slice(at));
}

const LANGUAGES_KEPT = 2_000;
/** Longer than browsers send, so it isn't cached. */
const LONGEST_LANGUAGES = 200;

/** Matching languages costs more than sending the page: the result is cached as long as the brands are. */
function localeFor(
  directory: BrandDirectory,
  brand: Brand,
  { chosen, languages }: { chosen: string | undefined; languages: string | null }
): Locale {
  const isNear = chosen !== undefined && !isLocale(chosen);
  if (isNear || (languages && languages.length > LONGEST_LANGUAGES))
    return chooseLocale(brand.locales, chosen, languages);
  const known = (directory.derived.get('locales') ?? new LRUCache({ max: LANGUAGES_KEPT })) as LRUCache<string, Locale>;
  directory.derived.set('locales', known);
  // The key contains only known brands and locales, and languages, so that made-up hosts and cookies use no space.
  const key = `${brand.name} ${chosen ?? ''} ${languages ?? ''}`;
  const locale = known.get(key) ?? chooseLocale(brand.locales, chosen, languages);
  known.set(key, locale);
  return locale;
}
