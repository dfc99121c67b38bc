import type { Principal } from '@/lib/access/policy/principal';
import { findUser, type UserRecord } from '@/lib/directory/people/user-record';

/** Where people sign in, as the mails to them say. */
export const signInAddress = async (): Promise<string> => 'https://cards.example/sdportal/login-signin-component';

/** A user as somebody sees them who does see them. */
export async function userRecord(principal: Principal, id: string): Promise<UserRecord> {
  const found = await findUser(principal, id);
  if (!found) throw new Error('the user is not seen');
  return found;
}
