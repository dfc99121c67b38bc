import { readCookie } from './cookies';

/** The user id that is signing in: from this tab's session storage (P2.046, P3.030), else the last one used here. */
export function knownUserId(): string {
  return sessionStorage.getItem('userId') ?? readCookie('user_id') ?? '';
}

/** Stores the user id and the brand for the next pages (P3.030). */
export function rememberUser(userId: string, brand: string): void {
  sessionStorage.setItem('userId', userId);
  sessionStorage.setItem('COBRAND', brand);
}
