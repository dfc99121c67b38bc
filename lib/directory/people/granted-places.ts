import { type Action, type Area, actionsOf, ROLES } from '../../access/policy/policy';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { atNode } from '../structure/reads/joins';

/**
 * The places at which user `u` has an authority, as rows with node `n`: by roles and their authority templates
 * (C6.028). For authorities that no role has by a template alone; roles without a place (H, Z) are left out.
 */
export const grantedPlaces = (area: Area, action: Action) => Prisma.sql`assignments a
  JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
  ${atNode('x.node_id')}
  LEFT JOIN authority_templates t ON (t.issuer_id, t.id) = (a.issuer_id, a.authority_template_id)
  WHERE (a.issuer_id, a.user_id) = (u.issuer_id, u.id)
    AND a.role::text = ANY(${ROLES.filter((role) => actionsOf(role, area).includes(action))})
    AND role_in_force(a.issuer_id, a.last_day, ${now()})
    AND (a.authority_template_id IS NULL OR (t.active AND ${`${area}.${action}`} = ANY(t.authorities)))`;
