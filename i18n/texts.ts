import { getTranslations } from 'next-intl/server';
import type { Locale } from '@/lib/core/language/locales';
import { type Texts, type Translate, withOwnTexts } from '@/lib/core/language/texts';

type Translations = Awaited<ReturnType<typeof getTranslations>>;

// Each translator parses a message once; next-intl would create one per request and parse all messages of a page again.
const kept = new Map<Locale, Translations>();

/** The texts of a page in `locale`; `overrides` are the brand's texts. */
export async function getTexts(locale: Locale, overrides?: Texts): Promise<Translate> {
  let translations = kept.get(locale);
  if (!translations) {
    translations = await getTranslations({ locale });
    kept.set(locale, translations);
  }
  return withOwnTexts(translations, locale, overrides);
}
