/** The portal's locale codes (P3.027) with their BCP 47 tags (PD.20), in the order of the language selector. */
const TAGS = {
  en_US: 'en-US',
  da: 'da',
  de: 'de',
  en_GB: 'en-GB',
  es: 'es',
  es_ES: 'es-ES',
  fi: 'fi',
  fr: 'fr',
  fr_CA: 'fr-CA',
  in: 'id',
  it: 'it',
  ja: 'ja',
  ko: 'ko',
  nl: 'nl',
  no: 'nb',
  pl: 'pl',
  pt: 'pt',
  pt_PT: 'pt-PT',
  ru: 'ru',
  sv: 'sv',
  tr: 'tr',
  zh_CN: 'zh-Hans-CN',
  zh_TW: 'zh-Hant-TW'
} as const;

export type Locale = keyof typeof TAGS;

export const LOCALES = Object.keys(TAGS) as [Locale, ...Locale[]];
export const DEFAULT_LOCALE: Locale = 'en_US';

export function isLocale(value: string | undefined): value is Locale {
  return value !== undefined && Object.hasOwn(TAGS, value);
}

/** The BCP 47 tag of a locale code, for `lang` attributes and Intl. */
export function languageTag(locale: Locale): string {
  return TAGS[locale];
}

/** The language's own name, as a person who reads it looks for it: `日本語`, `português (Portugal)`. */
export function localeName(locale: Locale, inLocale: Locale = locale): string {
  const tag = TAGS[locale];
  // Only the two Chinese scripts need the tag without its region: "简体中文".
  const shown = locale.startsWith('zh') ? tag.slice(0, 7) : tag;
  const name = new Intl.DisplayNames(TAGS[inLocale], {
    type: 'language',
    languageDisplay: 'standard'
  }).of(shown);
  return name ? name.charAt(0).toLocaleUpperCase(TAGS[inLocale]) + name.slice(1) : locale;
}

/**
 * The locale a page is shown in: the cookie's if the brand offers it, else the best match of it (`en` for `en_GB`),
 * else that of Accept-Language among the brand's locales, else the brand's first (P4.050, P4.051, PD.20).
 */
export function chooseLocale(
  offered: readonly Locale[],
  cookie: string | undefined,
  acceptLanguage: string | null
): Locale {
  if (isLocale(cookie) && offered.includes(cookie)) return cookie;
  const near = isLocale(cookie) ? TAGS[cookie] : cookie?.replaceAll('_', '-').slice(0, 35);
  for (const wanted of [...preferredTags(near ?? null).slice(0, 1), ...preferredTags(acceptLanguage)]) {
    const match =
      offered.find((locale) => sameTag(locale, wanted)) ?? offered.find((locale) => sameLanguage(locale, wanted));
    if (match) return match;
  }
  return offered[0] ?? DEFAULT_LOCALE;
}

/** Language tags of an Accept-Language header in order of preference (RFC 9110 section 12.5.4); malformed ones are left out. */
function preferredTags(header: string | null): Intl.Locale[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality), index };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .flatMap(({ tag }) => {
      try {
        return [new Intl.Locale(tag).maximize()];
      } catch {
        return [];
      }
    });
}

function sameTag(locale: Locale, wanted: Intl.Locale): boolean {
  return new Intl.Locale(TAGS[locale]).maximize().toString() === wanted.toString();
}

/** The same language in the same script: `zh-HK` reads Traditional Chinese, and Norwegian `no` is Bokmål `nb`. */
function sameLanguage(locale: Locale, wanted: Intl.Locale): boolean {
  const offered = new Intl.Locale(TAGS[locale]).maximize();
  const language = wanted.language === 'no' || wanted.language === 'nn' ? 'nb' : wanted.language;
  return offered.language === language && (offered.script === wanted.script || language === 'nb');
}
