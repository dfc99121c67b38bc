import { Prisma } from '../../../core/database/prisma/client';
import type { Listing } from '../../../kit/listing/listing';
import { isEnrolledUser, tokenStatusOf } from '../../../sign-in/reads/credentials';
import { USERS } from '../user-listing';

const sql = Prisma.sql;
const { name, userId, status, lockCause, company } = USERS.columns;

/** The users in the principal's scope and their way of signing in, for Dual Authentication Maintenance (C2.034). */
export const SIGN_IN_SECURITY: Listing = {
  ...USERS,
  name: 'sign-in-security',
  columns: {
    name: name as Listing['columns'][string],
    userId: userId as Listing['columns'][string],
    enrolled: {
      sql: isEnrolledUser(sql`u.issuer_id`, sql`u.id`),
      type: 'boolean',
      label: 'dual.enrolled',
      sort: false,
      filter: 'choice'
    },
    token: {
      sql: tokenStatusOf(sql`u.issuer_id`, sql`u.id`),
      type: 'choice',
      label: 'token.status',
      sort: false,
      nullable: true,
      filter: 'choice',
      choices: {
        pending: 'token.status.pending.short',
        new_pin: 'token.status.new.pin.short',
        active: 'token.status.active.short',
        next_token: 'token.status.next.token.short'
      }
    },
    status: status as Listing['columns'][string],
    lockCause: { ...(lockCause as Listing['columns'][string]), hidden: false },
    company: { ...(company as Listing['columns'][string]), hidden: true }
  }
};
