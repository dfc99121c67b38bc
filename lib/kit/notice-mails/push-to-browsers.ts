import { brandOriginUnasked } from '../../brand/brands/address';
import { mailLocale } from '../../brand/mail/render';
import type { Transaction } from '../../core/database/database';
import { translator } from '../../core/language/texts';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { knownUser } from '../../directory/people/known-user';
import { brandOf, zoneOfActive } from '../../directory/people/people-mail';
import type { Notice } from '../notices/notice';
import { pushNotice } from '../web-push/push-notice';
import { dueAt } from './due';
import { groupOf, type NoticeSettings } from './settings';

/**
 * Pushes a notice to the browsers of its reader, if they have chosen that for its kind. In the quiet hours nothing is
 * pushed: hours later it would only repeat the inbox.
 */
export async function pushToBrowsers(
  tx: Transaction,
  { id, issuerId, userId, kind }: Pick<Notice, 'issuerId' | 'userId' | 'kind'> & { id: string },
  settings: NoticeSettings
): Promise<void> {
  if (!settings.pushed.includes(groupOf(kind))) return;
  const [user, zone] = [
    await knownUser(tx, { issuerId, id: userId }),
    await zoneOfActive(tx, { issuerId, id: userId })
  ];
  if (!user || zone === null || dueAt('mail', settings, zone, now()) !== null) return;
  const brand = await brandOf(tx, issuerId, config().TESSERA_DEFAULT_BRAND);
  const locale = mailLocale(brand, user.locale);
  const t = translator(locale, brand.texts[locale]);
  const origin = await brandOriginUnasked(brand);
  await pushNotice(
    tx,
    { issuerId, userId },
    {
      contact: origin?.startsWith('https:') ? origin : null,
      shown: {
        title: t('notice.push.title'),
        body: t(`notice.group.${groupOf(kind)}`),
        tag: id,
        href: `/workspace/inbox/notices/${id}`
      }
    }
  );
}
