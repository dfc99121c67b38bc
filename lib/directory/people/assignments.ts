import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { accountNumber, openNumbers } from '../structure/account-number';
import { groupAsPlace } from '../structure/reads/issuer-groups';
import { atAccount, atNode } from '../structure/reads/joins';
import { companyAbove } from '../structure/reads/node-columns';

const assignedPlaceRow = z.strictObject({
  nodeId: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  /** For accounts: the masked card number. */
  cardNumber: z.string().nullable(),
  companyName: z.string().nullable()
});
export type AssignedPlace = z.infer<typeof assignedPlaceRow>;

const userAssignmentRow = z.strictObject({
  id: z.string(),
  role: z.enum(ROLES),
  isPrimary: z.boolean(),
  /** The last day of a temporary role in the issuer's time zone, `2026-02-28`. Null means that it has no end. */
  lastDay: z.string().nullable(),
  /** The last day is past: the role grants nothing. */
  isOver: z.boolean(),
  authorityTemplateId: z.string().nullable(),
  authorityTemplate: z.string().nullable(),
  /** The template's authorities; null: all that the role has without a template. */
  authorities: z.array(z.string()).nullable(),
  places: z.array(assignedPlaceRow)
});

/** A role of a user, with its place and permissions. */
export type UserAssignment = z.infer<typeof userAssignmentRow>;

const columns = () => Prisma.sql`a.id, a.role::text AS role, a.is_primary AS "isPrimary", a.last_day::text AS "lastDay",
  NOT role_in_force(a.issuer_id, a.last_day, ${now()}) AS "isOver",
  a.authority_template_id AS "authorityTemplateId", t.name AS "authorityTemplate", t.authorities`;

const placeOf = Prisma.sql`json_build_object('nodeId', n.id, 'name', n.name_1, 'number', n.number, 'cardNumber', ${accountNumber('c', 'n')},
  'companyName', ${companyAbove('n')})`;

/** The assignments of a user, primary first; `visible` limits the places that are included. */
async function assignmentsWhere(
  db: Transaction,
  user: { issuerId: string; id: string },
  visible: Prisma.Sql
): Promise<UserAssignment[]> {
  const assignmentRows = await readRows(db, userAssignmentRow)`
    SELECT ${columns()}, coalesce(
      CASE WHEN a.role = 'H' THEN json_build_array(${groupAsPlace('a.issuer_group_id')})
      ELSE (SELECT json_agg(${placeOf} ORDER BY n.name_1, n.id) FROM assignment_nodes x
        ${atNode('x.node_id')}
        LEFT ${atAccount('n.id', 'c')}
        WHERE x.issuer_id = a.issuer_id AND x.assignment_id = a.id AND ${visible}) END, '[]'::json) AS places
    FROM assignments a LEFT JOIN authority_templates t ON (t.issuer_id, t.id) = (a.issuer_id, a.authority_template_id)
    WHERE a.issuer_id = ${user.issuerId}::uuid AND a.user_id = ${user.id}::uuid
    ORDER BY a.is_primary DESC, a.created_at, a.id`;
  const shown = (place: AssignedPlace) => ({ ...place, cardNumber: openNumbers(place.cardNumber) });
  return assignmentRows.map((assignment) => ({ ...assignment, places: assignment.places.map(shown) }));
}

/** The assignments of a user with a place in the principal's scope. */
export async function assignmentsOf(
  principal: Principal,
  user: { issuerId: string; id: string },
  db: Transaction = database()
): Promise<UserAssignment[]> {
  const assignments = await assignmentsWhere(db, user, within(principal.scope, nodeColumns('n')));
  return assignments.filter(({ role, places }) => places.length > 0 || role === 'Z');
}

/** All assignments of the user. */
export function ownAssignments(user: { issuerId: string; id: string }): Promise<UserAssignment[]> {
  return assignmentsWhere(database(), user, Prisma.sql`TRUE`);
}
