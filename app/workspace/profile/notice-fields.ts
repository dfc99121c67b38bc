import { languageTag } from '@/lib/core/language/locales';
import { NOTICE_GROUPS, noticeSettingsSchema, WAYS } from '@/lib/kit/notice-mails/settings';
import { signedIn } from '../signed-in';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import { hourOptions } from './hours';

/** The fields of how notices reach the user: a choice for each kind, the hour of the daily mail, and the quiet hours. */
export async function noticeFields(): Promise<FieldSpec[]> {
  const { account, locale, t } = await signedIn();
  const hours = hourOptions(languageTag(locale));
  return constrained(noticeSettingsSchema, [
    ...NOTICE_GROUPS.map(
      (name): FieldSpec => ({
        name,
        label: t(`notice.group.${name}`),
        kind: 'select',
        blank: false,
        half: true,
        options: WAYS.map((way) => ({ value: way, label: t(`notice.way.${way}`) }))
      })
    ),
    {
      name: 'pushed',
      label: t('notice.push.kinds'),
      kind: 'multi-select',
      hint: t('notice.push.hint'),
      options: NOTICE_GROUPS.map((name) => ({ value: name, label: t(`notice.group.${name}`) }))
    },
    {
      name: 'digestHour',
      label: t('notice.digest.hour'),
      kind: 'select',
      blank: false,
      options: hours,
      hint: t('notice.hours.hint', { zone: account.timeZone })
    },
    { name: 'quietFrom', label: t('notice.quiet.from'), kind: 'select', half: true, options: hours },
    {
      name: 'quietUntil',
      label: t('notice.quiet.until'),
      kind: 'select',
      half: true,
      options: hours,
      hint: t('notice.quiet.hint')
    }
  ]);
}
