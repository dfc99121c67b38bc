import { z } from 'zod';
import { database } from '../../core/database/database';
import { jsonOf, readRows } from '../../core/database/rows';
import {
  STANDING,
  standingByAssignment,
  standingByPrimary,
  standingInSession
} from '../../directory/people/reads/standing';
import { SESSIONS } from '../../sign-in/reads/sessions';
import type { Actor } from '../../sign-in/session/sessions';
import { type Action, type Area, type Authority, granted, isOfOwnEyes, ROLES, type Role } from './policy';
import type { Scope, Subtree } from './scope';

/** A signed-in user with role, scope and permissions. Every query and command of the workspace takes one. */
export interface Principal {
  issuerId: string;
  userId: string;
  sessionId: string;
  role: Role;
  brandName: string;
  /** The current assignment; null for a user without any, who sees nothing. */
  assignmentId: string | null;
  /** The last day of a temporary role in the issuer's time zone, `2026-02-28`. Null means that it has no end. */
  lastDay: string | null;
  scope: Scope;
  authorities: ReadonlySet<Authority>;
  /** The administrator who is viewing as this user, if any (C6.017). */
  accessor: { issuerId: string; userId: string } | null;
}

const standingRow = z.strictObject({
  assignmentId: z.string().nullable(),
  role: z.enum(ROLES),
  lastDay: z.string().nullable(),
  template: z.array(z.string()).nullable(),
  subtrees: z.array(jsonOf<Subtree>())
});
type Standing = z.infer<typeof standingRow>;

/** The user and assignment of a principal, stored for work that outlives the session. */
export type KeptPrincipal = Pick<
  Principal,
  'issuerId' | 'userId' | 'sessionId' | 'brandName' | 'assignmentId' | 'accessor'
>;

/** Parses a stored principal. */
export const keptPrincipalSchema: z.ZodType<KeptPrincipal> = z.object({
  issuerId: z.guid(),
  userId: z.guid(),
  sessionId: z.string(),
  brandName: z.string(),
  assignmentId: z.guid().nullable(),
  accessor: z.object({ issuerId: z.guid(), userId: z.guid() }).nullable()
});

function principalAs(
  who: Omit<KeptPrincipal, 'assignmentId'>,
  { role, lastDay, template, assignmentId, subtrees }: Standing
): Principal {
  const { issuerId, userId, sessionId, brandName, accessor } = who;
  return {
    issuerId,
    userId,
    sessionId,
    role,
    brandName,
    assignmentId,
    lastDay,
    scope: { everywhere: role === 'Z', subtrees } as unknown as Scope,
    // A user without an assignment has no place; system administrators are above all places.
    authorities: role === 'Z' || assignmentId ? grantedFor(lastDay, granted(role, template)) : new Set(),
    accessor
  };
}

/** A temporary role can't be passed on (C6.009): giving it to others requires `peers.modify`. */
function grantedFor(lastDay: string | null, authorities: ReadonlySet<Authority>): ReadonlySet<Authority> {
  if (lastDay === null) return authorities;
  return new Set([...authorities].filter((authority) => authority !== 'peers.modify'));
}

const accessedRow = standingRow.extend({
  accessor: z.strictObject({ issuerId: z.string(), userId: z.string() }).nullable()
});

/**
 * The principal of an actor: by the assignment chosen for the session while it is in force, else the primary one
 * (CD.20).
 */
export async function principalOf(actor: Actor): Promise<Principal> {
  const { issuerId, sessionId } = actor;
  const [row] = await readRows(database(), accessedRow)`
    SELECT ${STANDING}, CASE WHEN s.accessor_user_id IS NOT NULL
      THEN json_build_object('issuerId', s.accessor_issuer_id, 'userId', s.accessor_user_id) END AS accessor
    FROM ${SESSIONS} s ${standingInSession()}
    WHERE s.issuer_id = ${issuerId}::uuid AND s.id = ${sessionId}::uuid`;
  if (!row) throw new Error('the session of the actor is gone');
  return principalAs({ ...actor, accessor: row.accessor }, row);
}

/**
 * The principal with the current permissions of the same assignment, for work that outlives the session. Null if the
 * user is no longer active, or has lost the assignment, or it has ended.
 */
export async function principalAgain(kept: KeptPrincipal): Promise<Principal | null> {
  const { issuerId, userId, assignmentId } = kept;
  const [row] = await readRows(database(), standingRow)`
    SELECT ${STANDING}
    FROM ${standingByAssignment(assignmentId)}
    WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ${userId}::uuid AND u.status = 'active'`;
  return row && row.assignmentId === assignmentId ? principalAs(kept, row) : null;
}

/**
 * The principal of an active user by the primary assignment, for work that nobody is signed in for. Null if there is no
 * such user, or if the assignment has ended.
 */
export async function primaryPrincipal(who: Omit<KeptPrincipal, 'assignmentId'>): Promise<Principal | null> {
  const { issuerId, userId } = who;
  const [row] = await readRows(database(), standingRow)`
    SELECT ${STANDING}
    FROM ${standingByPrimary()}
    WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ${userId}::uuid AND u.status = 'active'`;
  return row ? principalAs(who, row) : null;
}

/** The data that `principalAgain` needs. */
export const keptPrincipal = ({ issuerId, userId, sessionId, brandName, assignmentId, accessor }: Principal) => ({
  issuerId,
  userId,
  sessionId,
  brandName,
  assignmentId,
  accessor
});

/**
 * Whether a principal has a permission: the only check of screens, queries and commands (CD.22). Viewing as a user
 * grants less than the user has (C6.018).
 */
export function may(principal: Principal, area: Area, action: Action): boolean {
  if (principal.accessor && isOfOwnEyes(area, action)) return false;
  return principal.authorities.has(`${area}.${action}`);
}
