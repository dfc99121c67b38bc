import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import type { UserStatus } from '../../core/database/prisma/enums';
import { readRows, textOf } from '../../core/database/rows';
import { atNode } from '../structure/reads/joins';
import { userColumns } from './user-record';

const userAtRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLES),
  status: textOf<UserStatus>()
});
export type UserAt = z.infer<typeof userAtRow>;

/** The users managed at a node itself, by name, at most `limit`; empty for a principal who may not see users. */
export function usersAt(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string },
  limit = 20
): Promise<UserAt[]> {
  if (!may(principal, 'users', 'view')) return Promise.resolve([]);
  return readRows(database(), userAtRow)`
    SELECT u.id, u.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.role::text AS role, u.status::text AS status
    FROM users u LEFT ${atNode('u.node_id')}
    WHERE u.issuer_id = ${issuerId}::uuid AND u.node_id = ${id}::uuid AND u.deleted_at IS NULL AND ${within(principal.scope, userColumns)}
    ORDER BY u.last_name, u.first_name, u.id LIMIT ${limit}`;
}
