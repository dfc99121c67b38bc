import { findBrand } from '../../brand/brands/resolve';
import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import { type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction } from '../../core/database/database';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { newSecretToken } from '../../core/secrets/ids';
import { keyedHash, secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { enqueueAsked, type OutboxEntry } from '../../core/server/outbox';
import { type Limit, useOnce, waitForAlone } from '../../core/server/rate-limit';
import type { Application } from './schema';
import { REGISTRATION, type RegistrationKind } from './states';

export const REGISTRATION_TOPIC = 'registration.started';
/** How long the mailed link is valid. */
export const LINK_MINUTES = 60;
/** Limits the links to one e-mail address in an hour; further ones are silently not sent. */
const linksInAnHour: Limit = { name: 'registration-links', points: 3, seconds: 3_600 };

/** The portal's page of each kind. */
const PAGES: Record<RegistrationKind, string> = {
  cardholder: 'cardholder-registration-component',
  company: 'company-registration-component',
  account_application: 'account-application-component'
};

/** The entry that starts a registration; an application includes its whole form. */
export type Start =
  | { kind: 'cardholder'; email: string }
  | { kind: 'company' | 'account_application'; application: Application };

const emailOf = (start: Start) => (start.kind === 'cardholder' ? start.email : start.application.email);

interface Asked {
  brandName: string;
  locale: string;
  /** The link's origin: scheme and registered host name of the brand. */
  linkOrigin: string;
}

/**
 * Starts a registration. It looks nothing up, and every address gets the same answer: the link goes out in the
 * background, and proves the address before any details are compared (CD.34).
 */
export async function startRegistration(start: Start, asked: Asked, origin: Origin): Promise<void> {
  const payload = { start, asked, origin };
  await enqueueAsked(REGISTRATION_TOPIC, payload);
}

const placeOf = (tokenHash: Uint8Array) => `registration/${Buffer.from(tokenHash).toString('hex')}`;

/** The background part of `startRegistration`. */
export async function sendRegistrationLink(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { start, asked } = payload as { start: Start; asked: Asked };
  const [email, brand] = [emailOf(start), await findBrand(asked.brandName)];
  const subject = keyedHash('log-subject', `registration\0${email.toLowerCase()}`).toString('hex');
  if (!brand || (await waitForAlone(tx, linksInAnHour, subject)) !== undefined) return;
  const [token, at] = [newSecretToken(), now()];
  const tokenHash = new Uint8Array(secretHash(token));
  const expiresAt = new Date(at.getTime() + LINK_MINUTES * 60_000);
  const locale = mailLocale(brand, asked.locale);
  await tx.registrationStart.create({
    data: {
      tokenHash,
      kind: start.kind,
      brandName: brand.name,
      locale,
      sealed: encrypt('registration', Buffer.from(JSON.stringify(start)), placeOf(tokenHash)),
      startedAt: at,
      expiresAt
    }
  });
  const query = new URLSearchParams({ cobrandHost: brand.name, token });
  const { firstName, lastName } = start.kind === 'cardholder' ? { firstName: '', lastName: '' } : start.application;
  await queueMail(tx, SYSTEM_ISSUER_ID, {
    template: 'registration_link',
    to: email,
    name: `${firstName} ${lastName}`.trim() || email,
    brandName: brand.name,
    locale,
    params: { address: `${asked.linkOrigin}/sdportal/${PAGES[start.kind]}?${query}`, minutes: LINK_MINUTES },
    expiresAt: expiresAt.toISOString()
  });
  await useOnce(linksInAnHour, subject);
}

/** A started registration, as its link opens it. */
export interface Begun {
  tokenHash: Uint8Array<ArrayBuffer>;
  start: Start;
  email: string;
  brandName: string;
  locale: string;
}

/** The registration of a valid link of this kind, or null. Reading changes nothing. */
export async function begunBy(
  token: string,
  kinds: readonly RegistrationKind[],
  db: Transaction = database()
): Promise<Begun | null> {
  const tokenHash = new Uint8Array(secretHash(token));
  const row = await db.registrationStart.findUnique({ where: { tokenHash } });
  if (!row || row.expiresAt <= now() || !kinds.includes(row.kind)) return null;
  const { brandName, locale } = row;
  const start = JSON.parse(decrypt('registration', row.sealed, placeOf(tokenHash)).toString('utf8')) as Start;
  return { tokenHash, start, email: emailOf(start), brandName, locale };
}

/** Marks the address as proved, because its link was used. */
export async function markVerified(tx: Transaction, { tokenHash }: Begun): Promise<boolean> {
  const { from, to } = REGISTRATION.events.miss;
  const { count } = await tx.registrationStart.updateMany({
    where: { tokenHash, expiresAt: { gt: now() }, state: { in: [...from] } },
    data: { state: to }
  });
  return count === 1;
}
