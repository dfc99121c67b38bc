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

/** Reports the sign-in if UI logging is on (P4.005, P7.017). */
export async function logSignIn(): Promise<void> {
  const { call, reportError } = await import('./call');
  const entry = { message: 'User logged in', level: 'INFO', attributes: [] };
  await call('POST', '/sdportal/rest/log/entries', { json: { logEntries: [entry] } }).catch(reportError);
}
