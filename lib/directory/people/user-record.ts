import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, type Scope, type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { userIdKey } from '../../sign-in/account/user-id';
import { ofCredentials } from '../../sign-in/reads/credentials';
import { issuersOfGroup } from '../structure/reads/issuer-groups';
import { atNode } from '../structure/reads/joins';
import { pathOfNode } from '../structure/reads/node-columns';
import { maintenanceFault, type UserStanding } from './maintenance';
import { LOCK_CAUSES, type UserStatus } from './states';

const userRecordRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  locale: z.string().nullable(),
  /** Of the primary assignment. */
  role: z.enum(ROLES),
  nodeId: z.string().nullable(),
  companyId: z.string().nullable(),
  status: textOf<UserStatus>(),
  lockCause: z.enum(LOCK_CAUSES).nullable(),
  statusSince: z.date(),
  deletedAt: z.date().nullable(),
  lastSignInAt: z.date().nullable(),
  createdAt: z.date(),
  /** The user's supervisor; without a name if the principal doesn't see them. */
  supervisor: z.strictObject({ id: z.string(), name: z.string().nullable() }).nullable(),
  version: z.number(),
  loginType: z.enum(['pwd', 'token']),
  /** The password must be changed at the next sign-in; the time until which a temporary one is valid. */
  mustChange: z.boolean(),
  passwordExpiresAt: z.date().nullable(),
  /** One of the principal's own ids, or of the administrator viewing as the principal. */
  isOneself: z.boolean(),
  /** All standings that a sign-in with this id reaches, including those of linked ids. */
  standings: z.array(jsonOf<UserStanding>())
});

/** A user as administrators see one. */
export type UserRecord = z.infer<typeof userRecordRow>;

/** The scope's columns of a user: the node at which the user is managed. Join it as `n`. */
export const userColumns: ScopedColumns = {
  issuer: Prisma.sql`u.issuer_id`,
  company: Prisma.sql`u.company_id`,
  path: Prisma.sql`n.path`
};

/** The same columns of a supervisor `s`, as the principal sees them. */
export const supervisorColumns: ScopedColumns = {
  issuer: Prisma.sql`s.issuer_id`,
  company: Prisma.sql`s.company_id`,
  path: pathOfNode(Prisma.sql`s.issuer_id`, Prisma.sql`s.node_id`)
};

/** Whether a scope contains all of an assignment `a` at a node `place`. */
const isSeen = (scope: Scope) => Prisma.sql`CASE a.role
  WHEN 'Z' THEN ${scope.everywhere}
  WHEN 'H' THEN NOT EXISTS (SELECT FROM ${issuersOfGroup('a.issuer_group_id', 'member')}
    AND NOT ${within(scope, nodeColumns('member'))})
  ELSE place.id IS NULL OR ${within(scope, nodeColumns('place'))} END`;

/** A user in the principal's scope, or null. */
export async function findUser(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<UserRecord | null> {
  if (!may(principal, 'users', 'view')) return null;
  const rows = await readRows(db, userRecordRow)`
    SELECT u.issuer_id AS "issuerId", u.id, u.user_id AS "userId", u.first_name AS "firstName",
      u.last_name AS "lastName", u.email, u.phone, u.locale, u.role::text AS role, u.node_id AS "nodeId",
      u.company_id AS "companyId", u.status::text AS status, u.lock_cause::text AS "lockCause",
      u.status_since AS "statusSince", u.deleted_at AS "deletedAt", u.last_sign_in_at AS "lastSignInAt",
      u.created_at AS "createdAt", (
        SELECT json_build_object('id', s.id, 'name',
          CASE WHEN ${within(principal.scope, supervisorColumns)} THEN concat_ws(' ', s.first_name, s.last_name) END)
        FROM users s WHERE (s.issuer_id, s.id) = (u.issuer_id, u.supervisor_id)) AS supervisor, u.version, c.login_type::text AS "loginType", c.must_change AS "mustChange",
      c.expires_at AS "passwordExpiresAt",
      coalesce(u.id IN (SELECT person_ids(${principal.issuerId}::uuid, ${principal.userId}::uuid)
        UNION SELECT person_ids(${principal.accessor?.issuerId ?? null}::uuid, ${principal.accessor?.userId ?? null}::uuid)), FALSE) AS "isOneself",
      coalesce((SELECT json_agg(json_build_object('role', a.role, 'nodeId', x.node_id, 'isSeen', ${isSeen(principal.scope)}))
        FROM assignments a LEFT JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
        LEFT ${atNode('x.node_id', 'place')}
        WHERE a.issuer_id = u.issuer_id AND role_in_force(a.issuer_id, a.last_day, ${now()}) AND (a.user_id = u.id OR a.user_id IN (
          SELECT l.linked_user_id FROM user_links l
          WHERE l.issuer_id = u.issuer_id AND l.primary_user_id = u.id AND l.status = 'confirmed'))),
        json_build_array(json_build_object('role', u.role, 'nodeId', NULL, 'isSeen', true))) AS standings
    FROM users u
    LEFT ${atNode('u.node_id')}
    LEFT ${ofCredentials('u.id')}
    WHERE u.id = ${id}::uuid AND ${within(principal.scope, userColumns)}`;
  return rows[0] ?? null;
}

export const NOT_FOUND = refused({ code: 'user.not.found' });

/** A user whom the principal may maintain, wholly or `partly`, locked until the commit; deleted ones are refused. */
export async function maintained(
  tx: Transaction,
  principal: Principal,
  id: string,
  { partly = false } = {}
): Promise<Result<UserRecord>> {
  // Locked before it is read, because the data may have changed during the wait.
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  const user = await findUser(principal, id, tx);
  if (!user) return NOT_FOUND;
  const fault = maintenanceFault(principal, user, { partly });
  if (fault) return refused(fault);
  return user.deletedAt ? refused({ code: 'user.deleted' }) : accepted(user);
}

/** The full name of a person, as a single text. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

/** The user with a user id in the principal's scope, or null. */
export async function userNamed(principal: Principal, userId: string): Promise<string | null> {
  const entry = await database().userDirectory.findUnique({ where: { userIdKey: userIdKey(userId) } });
  return entry && ((await findUser(principal, entry.userId))?.id ?? null);
}
