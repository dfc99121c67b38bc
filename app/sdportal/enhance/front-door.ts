import { call, reportError } from './call';
import { readCookie } from './cookies';

/** The user id of who is signing in, from this tab's session storage (P2.046, P3.030), else as last used here. */
export function knownUserId(): string {
  return sessionStorage.getItem('userId') ?? readCookie('user_id') ?? '';
}

/** Remembers for the next pages who is signing in, and where (P3.030). */
export function rememberUser(userId: string, brand: string): void {
  sessionStorage.setItem('userId', userId);
  sessionStorage.setItem('COBRAND', brand);
}

/** The login info of a user id (P3.007). */
export async function lookUp(userId: string): Promise<{ b2BAlias: string; loginType: 'pwd' | 'token' }> {
  const answer = await call('POST', '/services/authentication-service/public/login-info', { json: { userId } });
  return answer.json();
}

/** Takes a step of a sign-in at the front door (P7.014): the address the browser goes to next. */
export async function enter(b2BAlias: string, type: string, password: string): Promise<string> {
  const form = { username: b2BAlias, 'login-form-type': type, password };
  return (await call('POST', '/heracles/login', { form })).text();
}

/** Reports the sign-in where UI logging is on (P4.005, P7.017). */
export async function logSignIn(): Promise<void> {
  const entry = { message: 'User logged in', level: 'INFO', attributes: [] };
  await call('POST', '/sdportal/rest/log/entries', { json: { logEntries: [entry] } }).catch(reportError);
}

/** Goes to an address that the server answered with: of this very host, whatever it says. */
export function go(address: string): void {
  const target = new URL(address, location.origin);
  location.assign(target.origin === location.origin ? target.href : '/');
}

/** Ends the session and goes to the logged-out page. */
export async function leave(logoutAddress: string): Promise<void> {
  await call('GET', '/heracles/logout').catch(reportError);
  location.assign(logoutAddress);
}
