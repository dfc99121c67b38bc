import { brandOriginUnasked } from '../../brand/brands/address';
import { mailLocale } from '../../brand/mail/render';
import type { Transaction } from '../../core/database/database';
import { translator } from '../../core/language/texts';
import { config } from '../../core/server/config';
import { knownUser } from '../../directory/people/known-user';
import { brandOf, mailUser } from '../../directory/people/people-mail';
import { noticeSentence, type Told } from '../notices/sentence';

/** Queues one mail with a line for each notice, which leads to what it is about. */
export async function mailNotices(
  tx: Transaction,
  { issuerId, userId: id }: { issuerId: string; userId: string },
  notices: readonly (Told & { id: string })[]
): Promise<void> {
  const user = await knownUser(tx, { issuerId, id });
  if (!user || notices.length === 0) return;
  const brand = await brandOf(tx, issuerId, config().TESSERA_DEFAULT_BRAND);
  const locale = mailLocale(brand, user.locale);
  const t = translator(locale, brand.texts[locale]);
  const origin = await brandOriginUnasked(brand);
  const lines = notices.map((notice) => ({
    text: noticeSentence(t, notice),
    address: origin && `${origin}/workspace/inbox/notices/${notice.id}`
  }));
  await mailUser(tx, { issuerId, id }, brand.name, { template: 'notices', params: {}, lines });
}
