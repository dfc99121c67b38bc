import type { Principal } from '@/lib/access/policy/principal';
import { findUser, type UserRecord } from '@/lib/directory/people/user-record';

/** The sign-in address that mails contain. */
export const signInAddress = async (): Promise<string> => 'https://cards.example/sdportal/login-signin-component';

/** A user as seen by a principal with access. */
export async function userRecord(principal: Principal, id: string): Promise<UserRecord> {
  const found = await findUser(principal, id);
  if (!found) throw new Error('the user is not seen');
  return found;
}
