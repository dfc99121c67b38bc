import type { StandardReport } from '../../../kit/listing/data-set';

/** Everybody with their role, their place and their last sign-in. */
export const USERS: StandardReport = {
  list: 'users',
  columns: ['name', 'userId', 'role', 'status', 'lockCause', 'place', 'company', 'supervisor', 'email', 'lastSignIn']
};
