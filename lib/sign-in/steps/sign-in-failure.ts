import type { Brand } from '../../brand/brands/directory';
import { queueMail } from '../../brand/mail/queue-mail';
import { type Mail, mailLocale } from '../../brand/mail/render';
import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { keyedHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { lockOut } from '../../directory/people/writes/at-sign-in';
import type { Account } from '../account/accounts';
import { countFailure } from './lockout';

const ACTIONS = {
  counted: 'sign_in.failed',
  locked_now: 'sign_in.locked',
  locked_before: 'sign_in.refused_locked'
} as const;

/** Stands for an unlocked account, so that unknown users take the same steps. */
const NOBODY = SYSTEM_ISSUER_ID;

export interface AttemptContext {
  brand: Brand;
  locale: string;
  details: Record<string, string>;
}

/**
 * Records a wrong factor of any kind: counts it, locks at the sixth, audits, and notifies the owner of a lock by mail.
 * The steps are the same for unknown aliases (PD.2, PD.10). A user restricted to an identity provider isn't locked by
 * attempts of others.
 */
export async function noteFailure(
  account: Account | undefined,
  alias: string,
  { brand, locale, details }: AttemptContext,
  origin: Origin,
  cause: 'password_attempts' | 'invalid_challenge_response' = 'password_attempts'
): Promise<keyof typeof ACTIONS> {
  const issuerId = account?.issuerId ?? SYSTEM_ISSUER_ID;
  return transaction(async (tx) => {
    const counted = await countFailure(tx, alias, account?.unlockMinutes);
    const locked = counted === 'locked_now' && !account?.ssoOnly ? account?.id : undefined;
    await lockOut(tx, { issuerId, id: locked ?? NOBODY }, cause);
    if (counted === 'locked_now') await queueMail(tx, issuerId, lockMail(account, brand, locale));
    await appendAudit(tx, origin, {
      issuerId,
      action: ACTIONS[counted],
      entity: 'user',
      // An unknown alias is stored as a keyed hash, which is enough to relate attempts.
      entityId: account?.id ?? keyedHash('log-subject', alias).toString('hex').slice(0, 16),
      details: { ...details, brand: brand.name, known: account !== undefined }
    });
    return counted;
  });
}

function lockMail(account: Account | undefined, brand: Brand, locale: string): Mail {
  return {
    template: 'sign_in_locked',
    to: (!account?.ssoOnly && account?.email) || null,
    name: account?.name ?? '',
    brandName: brand.name,
    locale: mailLocale(brand, account?.locale ?? locale),
    params: {},
    at: now().toISOString(),
    timeZone: account?.timeZone ?? 'UTC'
  };
}
