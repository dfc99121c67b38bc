import type { StandardReport } from '../../../kit/listing/data-set';

/** How many users of each company have which role. */
export const USERS_BY_ROLE: StandardReport = {
  list: 'users',
  columns: ['name'],
  groups: ['company'],
  pivot: 'role'
};
