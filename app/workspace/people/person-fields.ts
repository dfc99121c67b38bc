import type { Locale } from '@/lib/core/language/locales';
import { LOCALES, localeName } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { userChangeSchema } from '@/lib/directory/people/schema';
import type { UserRecord } from '@/lib/directory/people/user-record';
import { constrained } from '../ui/constrained';
import type { FieldOption, FieldSpec } from '../ui/field-spec';

/** A person's supervisor; `user` is an existing person. */
export function supervisorField(t: Translate, user?: Pick<UserRecord, 'id' | 'supervisor'>): FieldSpec {
  return {
    name: 'supervisorId',
    label: t('user.supervisor'),
    kind: 'combobox',
    source: `/workspace/people/supervisors${user ? `?user=${user.id}` : ''}`,
    valueLabel: user?.supervisor ? (user.supervisor.name ?? t('user.outside')) : undefined,
    hint: t('user.supervisor.hint'),
    group: t('user.group.person')
  };
}

/** The languages as options, named in the reader's. */
export const languageOptions = (locale: Locale): FieldOption[] =>
  LOCALES.map((each) => ({ value: each, label: localeName(each, locale) })).sort((a, b) =>
    a.label.localeCompare(b.label)
  );

/** The fields of a person, with the languages named in the reader's. */
export function personFields(t: Translate, locale: Locale): FieldSpec[] {
  const group = t('user.group.person');
  return constrained(userChangeSchema, [
    { name: 'firstName', label: t('user.first.name'), kind: 'text', half: true, group },
    { name: 'lastName', label: t('user.last.name'), kind: 'text', half: true, group },
    { name: 'email', label: t('user.email'), kind: 'email', hint: t('user.email.hint'), group },
    { name: 'phone', label: t('user.phone'), kind: 'text', maxLength: 30, half: true, group },
    {
      name: 'locale',
      label: t('user.language'),
      kind: 'select',
      half: true,
      options: [{ value: '', label: t('user.language.browser') }, ...languageOptions(locale)],
      group
    }
  ]);
}
