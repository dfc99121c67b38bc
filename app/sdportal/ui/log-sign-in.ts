import { call, reportError } from './call';

/** Reports the sign-in to the server's log (P4.005, P7.017). */
export async function logSignIn(): Promise<void> {
  const entry = { message: 'User logged in', level: 'INFO', attributes: [] };
  await call('POST', '/sdportal/rest/log/entries', { json: { logEntries: [entry] } }).catch(reportError);
}
