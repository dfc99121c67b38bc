import { preferencesSchema } from '@/lib/directory/people/own-preferences';
import { timeZoneName, timeZoneOptions } from '../issuers/time-zone-options';
import { languageOptions } from '../people/person-fields';
import { signedIn } from '../signed-in';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of the user's own language and time zone. */
export async function preferenceFields(): Promise<FieldSpec[]> {
  const { account, locale, t } = await signedIn();
  return constrained(preferencesSchema, [
    {
      name: 'locale',
      label: t('user.language'),
      kind: 'select',
      half: true,
      options: languageOptions(locale)
    },
    {
      name: 'timeZone',
      label: t('issuer.time.zone'),
      kind: 'select',
      half: true,
      options: [
        { value: '', label: t('profile.time.zone.issuer', { zone: timeZoneName(account.issuerTimeZone) }) },
        ...timeZoneOptions()
      ]
    }
  ]);
}
