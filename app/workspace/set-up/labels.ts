import { isLocale, type Locale, localeName } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { Entity } from '@/lib/kit/setup/entity';
import type { Field } from '@/lib/kit/setup/field';
import { isKept, shownSecret } from '@/lib/kit/setup/kept-secrets';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { optionKey } from '@/lib/kit/setup/texts';
import type { Formats } from '../ui/formats';

/** A record's title on a page: its stored name, or the translated name of a choice. */
export function recordTitle(t: Translate, entity: Entity, { name, values }: SetUpRecord): string {
  const [first = '', ...rest] = entity.titleFields;
  const value = values[first];
  return rest.length === 0 && entity.fields[first]?.options ? t(optionKey(entity, first, String(value))) : name;
}

interface Reader {
  t: Translate;
  locale: Locale;
  format: Formats;
  /** The names of references by id. */
  labels: ReadonlyMap<string, string>;
}

/** A field's value as text; null if empty. */
export function valueShown(entity: Entity, name: string, field: Field, value: unknown, reader: Reader): string | null {
  const { t, locale, format, labels } = reader;
  if (value === null || value === undefined) return null;
  const word = (one: unknown) => {
    if (field.options) return t(optionKey(entity, name, String(one)));
    return labels.get(String(one)) ?? String(one);
  };
  switch (field.type) {
    case 'yes-no':
      return t(value ? 'yes' : 'no');
    case 'language':
      return isLocale(String(value)) ? localeName(value as Locale, locale) : String(value);
    case 'date':
      return format.date(String(value));
    case 'whole':
    case 'decimal':
      return `${format.number(Number(value))}${field.percent ? ' %' : ''}`;
    case 'secret':
      return isKept(value) ? shownSecret(value) : null;
    default:
      return Array.isArray(value) ? value.map(word).join(', ') : word(value);
  }
}
