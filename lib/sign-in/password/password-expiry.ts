import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';

const DAY_MILLIS = 86_400_000;

/** People are told so many days before their password expires, or half of its duration before where that is shorter. */
export const WARNING_DAYS = 14;

/** From when on a password must be changed at the next sign-in: it has lasted as long as its issuer or company lets it (CD.2). */
export function passwordExpiry({ passwordSetAt, passwordDays }: Pick<Account, 'passwordSetAt' | 'passwordDays'>): Date {
  return new Date(passwordSetAt.getTime() + passwordDays * DAY_MILLIS);
}

/** Whether a password must be changed at the next sign-in (CD.2). */
export function isPasswordOld(account: Account): boolean {
  return now() >= passwordExpiry(account);
}

/** When the password of somebody who signs in with it expires, in the days in which they are told; null before (CD.2). */
export function expiresSoon(account: Account): Date | null {
  const { loginType, ssoOnly, isLinked, mustChange, passwordDays } = account;
  if (loginType !== 'pwd' || ssoOnly || isLinked || mustChange) return null;
  const expiresAt = passwordExpiry(account);
  const days = Math.min(WARNING_DAYS, passwordDays / 2);
  return now().getTime() >= expiresAt.getTime() - days * DAY_MILLIS ? expiresAt : null;
}
