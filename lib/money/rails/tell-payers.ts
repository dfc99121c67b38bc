import { settingValue } from '../../access/settings/setting-value';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { config } from '../../core/server/config';
import { knownUser } from '../../directory/people/known-user';
import { postNotice } from '../../kit/notices/post-notice';
import type { ReadAnswer } from './read-answer';
import { reasonOf } from './return-codes';

/**
 * Tells payers which payments came back and why, in their inbox and, unless their company or issuer turns it off, by
 * mail; and which bank account has to be corrected before it is used again.
 */
export async function tellPayers(
  tx: Transaction,
  issuerId: string,
  { returned, changes }: Pick<ReadAnswer, 'returned' | 'changes'>
): Promise<void> {
  for (const { id, payerId: userId, reference, code } of returned) {
    const href = `/workspace/payments/${id}` as const;
    const reason = { key: `payment.reason.${reasonOf(code)}` } as const;
    const mail = (await mailsReturns(tx, issuerId, userId))
      ? {
          template: 'payment_returned' satisfies TemplateName,
          params: { reference },
          brandName: config().TESSERA_DEFAULT_BRAND
        }
      : null;
    await postNotice(tx, { issuerId, userId, kind: 'payment.returned', params: { reference, reason }, href, mail });
  }
  for (const { payerId: userId, reference } of changes)
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'payment.account.changed',
      params: { reference },
      href: '/workspace/wallet'
    });
}

/** Whether the payer's company or issuer sends such mails at all. */
async function mailsReturns(tx: Transaction, issuerId: string, id: string): Promise<boolean> {
  const payer = await knownUser(tx, { issuerId, id });
  return payer
    ? Boolean(await settingValue(tx, { issuerId, companyId: payer.companyId }, 'payment.return.mail'))
    : false;
}
