import { DEFAULT_LOCALE, type Locale } from '../../core/language/locales';
import { bundleTexts } from '../../core/language/texts';
import { FOOTER_TEXT_KEYS, type Footer } from '../brands/schema';

/** The product's own text of a key in a language; undefined when there is no such key. */
export function productText(locale: Locale, key: string): string | undefined {
  return bundleTexts(locale, 'PortalLabels')[key] ?? bundleTexts(locale, 'Messages')[key];
}

const STUDIO = /^(address|brand|colour|hostname|html|image|text)\./;

/** The keys a brand may word itself: its footer, and everything but the studio's own texts, which belong to no brand. */
export function brandTextKeys(): string[] {
  const keys = [
    ...FOOTER_TEXT_KEYS.keys(),
    ...Object.keys(bundleTexts(DEFAULT_LOCALE, 'PortalLabels')),
    ...Object.keys(bundleTexts(DEFAULT_LOCALE, 'Messages'))
  ];
  return [...new Set(keys)].filter((key) => !STUDIO.test(key)).sort();
}

export interface TextEntry {
  key: string;
  /** The product's own text; for the footer, the brand's text for all languages. */
  text: string;
  /** The brand's, or undefined. */
  own: string | undefined;
}

/** The texts in which every word of a search occurs, in key or wording; those the brand has worded itself first. */
export function findTexts(
  locale: Locale,
  own: Record<string, string>,
  { search, footer }: { search: string; footer: Footer }
): TextEntry[] {
  const inAll = (key: string) => {
    const part = FOOTER_TEXT_KEYS.get(key);
    return part && footer[part];
  };
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return brandTextKeys()
    .map((key) => ({ key, text: inAll(key) ?? productText(locale, key) ?? '', own: own[key] }))
    .filter((entry) => {
      const searched = `${entry.key} ${entry.text} ${entry.own ?? ''}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    })
    .sort((a, b) => Number(b.own !== undefined) - Number(a.own !== undefined));
}
