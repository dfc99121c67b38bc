import { Prisma } from '../../../core/database/prisma/client';
import { now } from '../../../core/server/clock';
import { issuersOfGroup } from '../../structure/reads/issuer-groups';
import { atNode } from '../../structure/reads/joins';

const subtree = Prisma.sql`json_build_object('issuerId', n.issuer_id, 'nodeId', n.id,
  'path', n.path, 'companyId', n.company_id, 'isIssuer', n.kind = 'issuer')`;

/**
 * What user `u` may by assignment `a`, as columns `assignmentId`, `role`, `lastDay`, `template` (its authorities; null
 * without a template) and `subtrees` of places. The joins below make `u`, `a` and its template `t`.
 */
export const STANDING = Prisma.sql`a.id AS "assignmentId", coalesce(a.role, u.role)::text AS role, a.last_day::text AS "lastDay",
  CASE WHEN t.id IS NULL THEN NULL WHEN t.active THEN t.authorities ELSE '{}' END AS template,
  coalesce(CASE a.role
    WHEN 'H' THEN (SELECT json_agg(${subtree}) FROM ${issuersOfGroup('a.issuer_group_id', 'n')})
    ELSE (SELECT json_agg(${subtree}) FROM assignment_nodes x ${atNode('x.node_id')}
      WHERE x.issuer_id = a.issuer_id AND x.assignment_id = a.id)
  END, '[]'::json) AS subtrees`;
const TEMPLATE = Prisma.sql`LEFT JOIN authority_templates t ON (t.issuer_id, t.id) = (a.issuer_id, a.authority_template_id)`;

/** The user of session `s` with the assignment chosen in it while that is in force, else the primary one. */
export const standingInSession = () => Prisma.sql`
  JOIN users u ON (u.issuer_id, u.id) = (s.issuer_id, s.user_id)
  LEFT JOIN LATERAL (
    SELECT held.* FROM assignments held WHERE held.issuer_id = s.issuer_id AND held.user_id = s.user_id
      AND (held.is_primary OR (held.id = s.assignment_id AND role_in_force(held.issuer_id, held.last_day, ${now()})))
    ORDER BY (held.id = s.assignment_id) DESC NULLS LAST LIMIT 1
  ) a ON true
  ${TEMPLATE}`;

/** User `u` with the named assignment if it is still theirs and in force. */
export const standingByAssignment = (assignmentId: string | null) => Prisma.sql`
  users u
  LEFT JOIN assignments a ON (a.issuer_id, a.user_id, a.id) = (u.issuer_id, u.id, ${assignmentId}::uuid)
    AND role_in_force(a.issuer_id, a.last_day, ${now()})
  ${TEMPLATE}`;

/** User `u` with the primary assignment, if it is in force. */
export const standingByPrimary = () => Prisma.sql`
  users u
  JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary
    AND role_in_force(a.issuer_id, a.last_day, ${now()})
  ${TEMPLATE}`;
