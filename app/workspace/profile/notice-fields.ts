import { languageTag } from '@/lib/core/language/locales';
import { NOTICE_GROUPS, noticeSettingsSchema, WAYS } from '@/lib/kit/notice-mails/settings';
import { signedIn } from '../signed-in';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import { hourOptions } from './hours';

export interface NoticeFields {
  /** How each kind of notice comes by mail. */
  kinds: FieldSpec[];
  /** The kinds that browsers show. */
  pushed: FieldSpec;
  /** The hour of the daily mail, and the quiet hours. */
  hours: FieldSpec[];
}

/** The fields of how notices reach the user. */
export async function noticeFields(): Promise<NoticeFields> {
  const { account, locale, t } = await signedIn();
  const hours = hourOptions(languageTag(locale));
  return {
    kinds: NOTICE_GROUPS.map((name) => ({
      name,
      label: t(`notice.group.${name}`),
      kind: 'select',
      options: WAYS.map((way) => ({ value: way, label: t(`notice.way.${way}`) }))
    })),
    pushed: { name: 'pushed', label: t('notice.channel.browser'), kind: 'multi-select' },
    hours: constrained(noticeSettingsSchema, [
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
    ])
  };
}
