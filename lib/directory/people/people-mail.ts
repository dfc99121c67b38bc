import type { Brand } from '../../brand/brands/directory';
import { findBrand } from '../../brand/brands/resolve';
import { queueEventMails } from '../../brand/mail/event-mail';
import { queueMail } from '../../brand/mail/queue-mail';
import { type Mail, mailLocale } from '../../brand/mail/render';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import type { Account } from '../../sign-in/account/accounts';
import { brandOfIssuer } from '../structure/reads/issuer-brands';
import { timeZoneAt } from '../structure/reads/today';

/** The brand for mails to a user of an issuer: the requested one if it is the issuer's, else the issuer's first. */
export async function brandOf(tx: Transaction, issuerId: string, asked: string): Promise<Brand> {
  const name = await brandOfIssuer(tx, issuerId, asked);
  const brand = (await findBrand(name)) ?? (await findBrand(asked));
  if (!brand) throw new Error(`there is no brand ${name}`);
  return brand;
}

type Addressee = Pick<Account, 'issuerId' | 'email' | 'name' | 'locale'>;

const addressed = ({ email, name, locale }: Addressee, brand: Brand) => ({
  to: email,
  name,
  brandName: brand.name,
  locale: mailLocale(brand, locale)
});

/** Sends a temporary password (CD.33), without the user id. */
export function mailPassword(
  tx: Transaction,
  who: Addressee,
  brand: Brand,
  { password, expiresAt, hours }: { password: string; expiresAt: Date; hours: number }
): Promise<void> {
  return queueMail(tx, who.issuerId, {
    template: 'temporary_password',
    ...addressed(who, brand),
    params: { password, hours },
    expiresAt: expiresAt.toISOString()
  });
}

/** Sends a new user the user id and the sign-in address, and the configured notifications. */
export async function mailWelcome(
  tx: Transaction,
  who: Addressee & { userId: string },
  brand: Brand,
  { address, timeZone }: { address: string; timeZone: string }
): Promise<void> {
  await queueMail(tx, who.issuerId, {
    template: 'user_created',
    ...addressed(who, brand),
    params: { userId: who.userId, address },
    at: now().toISOString(),
    timeZone
  });
  const user = await tx.user.findFirst({ where: { issuerId: who.issuerId, userId: who.userId } });
  await queueEventMails(tx, {
    event: 'user_created',
    issuerId: who.issuerId,
    companyId: user?.companyId ?? null,
    brandName: brand.name,
    about: who.name,
    concerned: who.email ? [{ email: who.email, name: who.name, locale: who.locale }] : [],
    told: true
  });
}

type Who = { issuerId: string; id: string };

const activeUser = (tx: Transaction, { issuerId, id }: Who) =>
  tx.user.findUnique({ where: { issuerId_id: { issuerId, id }, status: 'active' } });

/** The time zone in force for a user: their own, else the issuer's; null for somebody who gets no mail. */
export async function zoneForMails(tx: Transaction, who: Who): Promise<string | null> {
  const user = await activeUser(tx, who);
  return user?.email ? (user.timeZone ?? timeZoneAt(who.issuerId, tx)) : null;
}

/** The same for whatever needs no address; null for somebody who isn't active. */
export async function zoneOfActive(tx: Transaction, who: Who): Promise<string | null> {
  const user = await activeUser(tx, who);
  return user ? (user.timeZone ?? timeZoneAt(who.issuerId, tx)) : null;
}

/** Queues a mail to an active user, in the own language; one without an email address gets none. */
export async function mailUser(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  brandName: string,
  mail: Pick<Mail, 'template' | 'params' | 'lines' | 'attachedFile'>
): Promise<void> {
  const user = await tx.user.findUnique({ where: { issuerId_id: { issuerId, id }, status: 'active' } });
  if (!user?.email) return;
  const { email, firstName, lastName, locale } = user;
  const who = { issuerId, email, name: `${firstName} ${lastName}`, locale };
  await queueMail(tx, issuerId, { ...mail, ...addressed(who, await brandOf(tx, issuerId, brandName)) });
}
