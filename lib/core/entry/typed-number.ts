import { type Locale, languageTag } from '../language/locales';

/** A number as it is stored and sent: digits, at most one point, no grouping. */
export const NUMBER = /^[+-]?\d{1,30}(\.\d{1,15})?$/;

interface Separators {
  decimal: string;
  group: string;
}

/** Caches the separators of a locale, because Intl is slow. */
const known = new Map<Locale, Separators>();

function separatorsOf(locale: Locale): Separators {
  const cached = known.get(locale);
  if (cached) return cached;
  const parts = new Intl.NumberFormat(languageTag(locale)).formatToParts(12345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const separators = { decimal: of('decimal') || '.', group: of('group') };
  known.set(locale, separators);
  return separators;
}

/**
 * Converts a number from the user's language (`1.234,5` in German) to the stored form (`1234.5`). An unreadable one
 * stays as it is, for the schema to refuse. A single point or comma that can't be grouping is the decimal mark.
 */
export function readNumber(typed: string, locale: Locale): string {
  const { decimal, group } = separatorsOf(locale);
  const text = typed
    .trim()
    .replaceAll(/[\s'’]/g, '')
    .replace('−', '-');
  const grouped =
    (group === '.' || group === ',') &&
    new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`).test(text);
  const plain = grouped ? text.replaceAll(group, '') : text;
  if (NUMBER.test(plain.replace(decimal, '.'))) return plain.replace(decimal, '.');
  return /^[+-]?\d+[.,]\d+$/.test(plain) ? plain.replace(',', '.') : text;
}

/** Converts a stored number to the user's language, without grouping. */
export function writeNumber(stored: string, locale: Locale): string {
  return stored.replace('.', separatorsOf(locale).decimal);
}
