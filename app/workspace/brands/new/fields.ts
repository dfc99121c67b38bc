import { newBrandSchema } from '@/lib/brand/studio/create-brand';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';
import { fieldLabel } from '../labels';

interface Reader {
  t: Translate;
  locale: Locale;
}

/** What a new brand begins with. */
export function newBrandFields({ t, locale }: Reader): FieldSpec[] {
  const field = (name: string, hint?: string): FieldSpec => ({
    name,
    label: fieldLabel(t, locale, name),
    kind: 'text',
    autoComplete: 'off',
    ...(hint && { hint })
  });
  return constrained(newBrandSchema, [
    field('displayName'),
    field('name', t('brand.name.hint')),
    field('abbreviation', t('brand.abbreviation.hint'))
  ]);
}
