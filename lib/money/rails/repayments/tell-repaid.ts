import { mailLocale } from '../../../brand/mail/render';
import type { TemplateName } from '../../../brand/mail/templates';
import type { Transaction } from '../../../core/database/database';
import { moneyText } from '../../../core/language/money-text';
import { config } from '../../../core/server/config';
import { otherAdministrators } from '../../../directory/people/administrators';
import { knownUser } from '../../../directory/people/known-user';
import { brandOf } from '../../../directory/people/people-mail';
import { postNotice } from '../../../kit/notices/post-notice';
import type { RepaymentWithBank } from '../../expenses/repayments/move-repayments';
import { reasonOf } from '../return-codes';
import type { ReadRepayments } from './read-repayments';

/**
 * Tells people which repayments were settled, and which came back and why, in their inbox and by mail; of the latter the
 * administrators of their company, too, and these if the company's own account couldn't be debited or credited.
 */
export async function tellRepaid(
  tx: Transaction,
  issuerId: string,
  { settled, returned, changes, unpaid }: Pick<ReadRepayments, 'settled' | 'returned' | 'changes' | 'unpaid'>
): Promise<void> {
  await tellSettled(tx, issuerId, settled);
  for (const { id, userId, companyId, reference, code } of returned) {
    const href = `/workspace/repayments/${id}` as const;
    const reason = { key: `payment.reason.${reasonOf(code)}` } as const;
    const mail = {
      template: 'repayment_returned' satisfies TemplateName,
      params: { reference },
      brandName: config().TESSERA_DEFAULT_BRAND
    };
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'payment.repayment.returned',
      params: { reference, reason },
      href,
      mail
    });
    const name = (await knownUser(tx, { issuerId, id: userId }))?.name ?? '–';
    for (const administrator of await otherAdministrators(tx, { issuerId, companyId, userId }))
      await postNotice(tx, {
        issuerId,
        userId: administrator,
        kind: 'payment.repayment.returned.of',
        params: { name, reference, reason },
        href
      });
  }
  for (const { userId, reference } of changes)
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'payment.account.changed',
      params: { reference },
      href: '/workspace/wallet'
    });
  for (const { companyId, lastFour, code } of unpaid) {
    const params = { number: `•••• ${lastFour}`, reason: { key: `payment.reason.${reasonOf(code)}` } as const };
    // Nobody caused it: all of them are told.
    for (const userId of await otherAdministrators(tx, { issuerId, companyId, userId: issuerId }))
      await postNotice(tx, {
        issuerId,
        userId,
        kind: 'payment.repayment.unpaid',
        params,
        href: '/workspace/repayments'
      });
  }
}

const SETTLED = { credit: 'payment.repayment.settled.credit', debit: 'payment.repayment.settled.debit' } as const;

/** Tells people what was paid to, or collected from, which of their accounts. */
export async function tellSettled(
  tx: Transaction,
  issuerId: string,
  settled: readonly RepaymentWithBank[]
): Promise<void> {
  if (settled.length === 0) return;
  const brand = await brandOf(tx, issuerId, config().TESSERA_DEFAULT_BRAND);
  for (const { id, userId, direction, title, amount, currency, lastFour } of settled) {
    const locale = mailLocale(brand, (await knownUser(tx, { issuerId, id: userId }))?.locale);
    await postNotice(tx, {
      issuerId,
      userId,
      kind: SETTLED[direction],
      href: `/workspace/repayments/${id}`,
      params: { title, amount: moneyText(locale, amount, currency), number: `•••• ${lastFour}` }
    });
  }
}
