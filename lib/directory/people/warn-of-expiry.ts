import { z } from 'zod';
import { settingJoin } from '../../access/settings/setting-value';
import { brandOriginUnasked } from '../../brand/brands/address';
import type { Brand } from '../../brand/brands/directory';
import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { noteExpiryWarning } from '../../sign-in/password/credentials';
import { passwordExpiry, WARNING_DAYS } from '../../sign-in/password/password-expiry';
import { ofCredentials } from '../../sign-in/reads/credentials';
import { atIssuer } from '../structure/reads/joins';
import { brandOf } from './people-mail';

const BATCH = 100;
/** Batches in one run: 5,000 mails an hour. */
const BATCHES = 50;

const dueRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  locale: z.string().nullable(),
  timeZone: z.string(),
  passwordSetAt: z.date(),
  passwordDays: z.number()
});

/** A user whose password expires soon. */
type Due = z.infer<typeof dueRow>;

/** Warns users by mail, once for each password, that theirs expires soon (CD.2). Returns the number of mails. */
export async function warnOfExpiry(): Promise<number> {
  let [warned, from] = [0, new Date(0)];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const due = await transaction((tx) => warnBatch(tx, from));
    warned += due.length;
    const last = due.at(-1);
    if (!last || due.length < BATCH) break;
    from = last.passwordSetAt;
  }
  return warned;
}

async function warnBatch(tx: Transaction, from: Date): Promise<Due[]> {
  const due = await findDue(tx, from);
  for (const person of due) {
    await noteExpiryWarning(tx, { issuerId: person.issuerId, userId: person.id });
    await mailWarning(tx, person);
  }
  return due;
}

const [ISSUER, COMPANY] = [Prisma.sql`u.issuer_id`, Prisma.sql`u.company_id`];

/**
 * Locks the next users whose password expires soon, oldest password first; `from`: set then or later. A warning counts
 * if it was sent in the period in which one is due, so a new password, or a longer validity, causes a new one. Rows
 * that another worker has locked are skipped.
 */
function findDue(tx: Transaction, from: Date): Promise<Due[]> {
  const duration = settingJoin('password.duration.days', 'duration', ISSUER, COMPANY);
  const ssoOnly = settingJoin('sso.only', 'sso', ISSUER, COMPANY);
  const days = Prisma.sql`(${duration.value})::int`;
  // Hours, because a day in the session's time zone may have 23 or 25.
  const expiry = Prisma.sql`(c.password_set_at + make_interval(hours => 24 * ${days}))`;
  const tellFrom = Prisma.sql`(${expiry} - make_interval(secs => 86400 * least(${WARNING_DAYS}::int, ${days} / 2.0)))`;
  return readRows(tx, dueRow)`
    SELECT u.issuer_id AS "issuerId", u.id, concat_ws(' ', u.first_name, u.last_name) AS name, u.email, u.locale,
      i.time_zone AS "timeZone", c.password_set_at AS "passwordSetAt", ${days} AS "passwordDays"
    FROM users u ${ofCredentials('u.id')}
    ${atIssuer('c')}
    ${duration.joins}
    ${ssoOnly.joins}
    WHERE c.password_set_at >= ${from} AND c.login_type = 'pwd' AND NOT c.must_change AND c.expires_at IS NULL
      AND NOT c.sso_only AND ${ssoOnly.value} <> 'true'
      AND u.status = 'active' AND u.email IS NOT NULL
      AND ${tellFrom} <= ${now()} AND ${expiry} > ${now()}
      AND (c.expiry_warned_at IS NULL OR c.expiry_warned_at < ${tellFrom})
      AND NOT EXISTS (SELECT FROM user_links l
        WHERE l.issuer_id = c.issuer_id AND l.linked_user_id = c.user_id AND l.status = 'confirmed')
    ORDER BY c.password_set_at LIMIT ${BATCH} FOR UPDATE OF c SKIP LOCKED`;
}

async function mailWarning(tx: Transaction, person: Due): Promise<void> {
  const { issuerId, email, name, locale, timeZone } = person;
  const brand = await brandOf(tx, issuerId, config().TESSERA_DEFAULT_BRAND);
  const expiresAt = passwordExpiry(person).toISOString();
  const address = await signInAddress(brand);
  await queueMail(tx, issuerId, {
    template: 'password_expires',
    to: email,
    name,
    brandName: brand.name,
    locale: mailLocale(brand, locale),
    params: address === null ? {} : { address },
    at: expiresAt,
    timeZone,
    expiresAt
  });
}

/** The sign-in address of a brand, if it has a host name that mails may use. */
async function signInAddress(brand: Brand): Promise<string | null> {
  const origin = await brandOriginUnasked(brand);
  return origin && `${origin}/sdportal/login-signin-component?${new URLSearchParams({ cobrandHost: brand.name })}`;
}
