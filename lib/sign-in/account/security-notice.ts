import type { Brand } from '../../brand/brands/directory';
import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import type { Account } from './accounts';

/** Notifies the owner of an account by mail, in their language and time zone, of a change to their sign-in. */
export function queueSecurityNotice(
  tx: Transaction,
  template: TemplateName,
  account: Account,
  { brand, locale }: { brand: Brand; locale: string }
): Promise<void> {
  return queueMail(tx, account.issuerId, {
    template,
    to: account.email,
    name: account.name,
    brandName: brand.name,
    locale: mailLocale(brand, account.locale ?? locale),
    params: {},
    at: now().toISOString(),
    timeZone: account.timeZone
  });
}
