import { daysLater } from '../../core/calendar/days';
import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';

/** Users are warned this many days before their password expires, or half of its validity before if that is shorter. */
export const WARNING_DAYS = 14;

/**
 * The time from which a password must be changed at the next sign-in: the end of its validity set by issuer or company
 * (CD.2).
 */
export function passwordExpiry({ passwordSetAt, passwordDays }: Pick<Account, 'passwordSetAt' | 'passwordDays'>): Date {
  return daysLater(passwordSetAt, passwordDays);
}

/** Whether a password must be changed at the next sign-in (CD.2). */
export function isPasswordOld(account: Account): boolean {
  return now() >= passwordExpiry(account);
}

/** When the user's sign-in password expires, during the warning period; null before (CD.2). */
export function expiresSoon(account: Account): Date | null {
  const { loginType, ssoOnly, isLinked, mustChange, passwordDays } = account;
  if (loginType !== 'pwd' || ssoOnly || isLinked || mustChange) return null;
  const expiresAt = passwordExpiry(account);
  const days = Math.min(WARNING_DAYS, passwordDays / 2);
  return now() >= daysLater(expiresAt, -days) ? expiresAt : null;
}
