import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Locale, languageTag } from './locales';
import type { TextKey } from './text-key';

type Elements = ReturnType<typeof parse>;

/** Languages whose "many" counts that this product has can reach; that of the Romance languages is for millions. */
const MANY: Locale[] = ['pl', 'ru'];

/**
 * Why a text can't stand in for another of the same key: it is no ICU message, it doesn't have the
 * other's placeholders, or a plural in it lacks a category of the language. Undefined: it can.
 */
export function messageFault(text: string, reference: string, locale: Locale): TextKey | undefined {
  let elements: Elements;
  try {
    elements = parse(text);
  } catch {
    return 'text.malformed';
  }
  if (placeholders(elements).join() !== placeholders(parse(reference)).join()) return 'text.placeholders';
  return hasAllPlurals(elements, locale) ? undefined : 'text.plurals';
}

/** The names of a message's placeholders, each with its kind, in alphabetical order. */
function placeholders(elements: Elements): string[] {
  const placeholdersFound = elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inside =
      'options' in element ? Object.values(element.options).flatMap(({ value }) => placeholders(value)) : [];
    return [`${element.type}:${element.value}`, ...inside];
  });
  return [...new Set(placeholdersFound)].sort();
}

function hasAllPlurals(elements: Elements, locale: Locale): boolean {
  const wanted = new Intl.PluralRules(languageTag(locale))
    .resolvedOptions()
    .pluralCategories.filter((category) => category !== 'many' || MANY.includes(locale));
  return elements.every((element) => {
    if (!('options' in element)) return true;
    const nested = Object.values(element.options).every(({ value }) => hasAllPlurals(value, locale));
    return nested && (element.type !== TYPE.plural || wanted.every((category) => category in element.options));
  });
}
