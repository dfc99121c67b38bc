import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { brandOf } from '../people/people-mail';
import type { RegistrationRecord } from './registration-record';

/** Notifies an applicant of the decision, in the brand and language of the application. */
export async function mailDecision(
  tx: Transaction,
  { issuerId, brandName, locale, email, details, name }: RegistrationRecord,
  template: 'application_accepted' | 'registration_declined',
  params: Record<string, string>
): Promise<void> {
  const brand = await brandOf(tx, issuerId, brandName);
  await queueMail(tx, issuerId, {
    template,
    to: email,
    name: [details.firstName, details.lastName].filter(Boolean).join(' ') || name,
    brandName: brand.name,
    locale: mailLocale(brand, locale),
    params,
    at: now().toISOString()
  });
}
