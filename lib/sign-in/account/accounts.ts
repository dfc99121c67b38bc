import { z } from 'zod';
import { settingColumn } from '../../access/settings/setting-value';
import type { Transaction } from '../../core/database/database';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { hasLinkedId, isLinkedId } from '../../directory/people/reads/links';
import { ofUser } from '../../directory/people/reads/of-user';
import { USER_IDS } from '../../directory/people/reads/user-ids';
import { brandNamesOf } from '../../directory/structure/reads/issuer-brands';
import { atIssuer } from '../../directory/structure/reads/joins';
import { isEnrolledUser } from '../reads/credentials';

const accountRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  locale: z.string().nullable(),
  timeZone: z.string(),
  status: z.enum(['active', 'inactive', 'locked']),
  lockCause: z.string().nullable(),
  lastSignInAt: z.date().nullable(),
  b2BAlias: z.string(),
  ldapId: z.string(),
  loginType: z.enum(['pwd', 'token']),
  passwordHash: z.string(),
  passwordSetAt: z.date(),
  mustChange: z.boolean(),
  passwordExpiresAt: z.date().nullable(),
  idleMinutes: z.number(),
  unlockMinutes: z.number().nullable(),
  oneTimePinRequired: z.boolean(),
  /** The brands of the issuer, by name. */
  brandNames: z.array(z.string()),
  temporaryPasswordHours: z.number(),
  /** Linked to another id of the same person, so it no longer signs in by itself (C4.032). */
  isLinked: z.boolean(),
  /** The primary of linked ids: its sign-in reaches the roles of several ids (C2.003). */
  hasLinkedIds: z.boolean(),
  /** Restricted to an identity provider: no password, passkey or recovery signs the user in. */
  ssoOnly: z.boolean(),
  passwordMinimum: z.number(),
  passwordDays: z.number(),
  twoFactorRequired: z.boolean(),
  dualAuthenticationRequired: z.boolean(),
  /** Whether a soft token waits to be handed out. */
  hasPendingToken: z.boolean(),
  /** Whether the user has enrolled challenge questions. */
  isEnrolled: z.boolean(),
  /** Created in the product, before the first sign-in is set up (C2.001). */
  isNew: z.boolean()
});

/** A user with all data for signing in and recovering. */
export type Account = z.infer<typeof accountRow>;

const [ISSUER, USER, COMPANY] = [Prisma.sql`u.issuer_id`, Prisma.sql`u.id`, Prisma.sql`u.company_id`];

/**
 * Whether a setting that strengthens a sign-in is on for user `u` or for an id linked to it. A sign-in opens linked ids
 * too, so it requires what each of them requires (F-1).
 */
function onForPerson(key: 'one.time.pin.required' | 'dual.authentication.required'): Prisma.Sql {
  const ofLinked = settingColumn(key, Prisma.sql`x.issuer_id`, Prisma.sql`x.company_id`);
  return Prisma.sql`(${settingColumn(key, ISSUER, COMPANY)} = 'true' OR ${hasLinkedId(ISSUER, USER, Prisma.sql`${ofLinked} = 'true'`)})`;
}

async function find(condition: Prisma.Sql, tx: Transaction = database()): Promise<Account | undefined> {
  const rows = await readRows(tx, accountRow)`
    SELECT u.issuer_id AS "issuerId", u.id, u.user_id AS "userId", concat_ws(' ', u.first_name, u.last_name) AS name,
      u.email, u.locale, i.time_zone AS "timeZone", u.status::text AS status, u.lock_cause::text AS "lockCause",
      u.last_sign_in_at AS "lastSignInAt", d.b2b_alias AS "b2BAlias", d.ldap_id AS "ldapId",
      c.login_type::text AS "loginType", c.password_hash AS "passwordHash", c.password_set_at AS "passwordSetAt",
      c.must_change AS "mustChange", c.expires_at AS "passwordExpiresAt",
      ${settingColumn('session.idle.minutes', ISSUER, COMPANY)} AS "idleMinutes",
      ${settingColumn('lock.release.minutes', ISSUER, COMPANY)} AS "unlockMinutes",
      ${onForPerson('one.time.pin.required')} AS "oneTimePinRequired",
      ${settingColumn('password.temporary.hours', ISSUER, COMPANY)} AS "temporaryPasswordHours",
      ${isLinkedId(ISSUER, USER)} AS "isLinked",
      ${hasLinkedId(ISSUER, USER, Prisma.sql`x.status = 'active'`)} AS "hasLinkedIds",
      c.sso_only OR ${settingColumn('sso.only', ISSUER, COMPANY)} = 'true' AS "ssoOnly",
      ${settingColumn('password.minimum.length', ISSUER, COMPANY)} AS "passwordMinimum",
      ${settingColumn('password.duration.days', ISSUER, COMPANY)} AS "passwordDays",
      ${settingColumn('two.factor.required', ISSUER, COMPANY)} AS "twoFactorRequired",
      ${onForPerson('dual.authentication.required')} AS "dualAuthenticationRequired",
      EXISTS (SELECT FROM hardware_tokens h
        WHERE h.issuer_id = u.issuer_id AND h.user_id = u.id AND h.status = 'pending') AS "hasPendingToken",
      ${isEnrolledUser(ISSUER, USER)} AS "isEnrolled",
      u.is_new AS "isNew",
      ${brandNamesOf(Prisma.sql`i.id`)} AS "brandNames"
    FROM ${USER_IDS} d
    ${ofUser('d.user_id')}
    JOIN credentials c ON (c.issuer_id, c.user_id) = (d.issuer_id, d.user_id)
    ${atIssuer('d')}
    WHERE ${condition}`;
  return rows[0];
}

/** The account of an opaque alias (PD.3). */
export function accountByAlias(alias: string): Promise<Account | undefined> {
  return find(Prisma.sql`d.b2b_alias = ${alias}`);
}

/** The account of a user id, as `userIdKey` makes it comparable. */
export function accountByUserId(key: string, tx?: Transaction): Promise<Account | undefined> {
  return find(Prisma.sql`d.user_id_key = ${key}`, tx);
}

/** The account of an actor, or of a token's owner. */
export async function accountOf(
  { issuerId, userId }: { issuerId: string; userId: string },
  tx?: Transaction
): Promise<Account> {
  const account = await find(Prisma.sql`d.issuer_id = ${issuerId}::uuid AND d.user_id = ${userId}::uuid`, tx);
  if (!account) throw new Error('the account is gone');
  return account;
}

/**
 * Whether the owner can recover the account: not if an administrator closed or locked it (PD.10), nor if a password
 * wouldn't sign in.
 */
export function isRecoverable({ status, lockCause, isLinked, ssoOnly }: Account): boolean {
  if (isLinked || ssoOnly) return false;
  if (status === 'locked') return lockCause === 'password_attempts' || lockCause === 'one_time_password_expired';
  return status === 'active';
}
