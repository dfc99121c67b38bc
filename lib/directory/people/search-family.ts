import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import type { SearchFamily } from '../../kit/search/searchable';
import { atIssuer, atNode } from '../structure/reads/joins';
import { pathOfNode } from '../structure/reads/node-columns';

const condition = ({ scope }: Principal) =>
  Prisma.sql`r.deleted_at IS NULL AND ${within(scope, {
    issuer: Prisma.sql`r.issuer_id`,
    company: Prisma.sql`r.company_id`,
    path: pathOfNode(Prisma.sql`r.issuer_id`, Prisma.sql`r.node_id`)
  })}`;

/** Users, by name and user id. */
export const USER_FAMILY: SearchFamily = {
  table: Prisma.sql`users r`,
  kind: Prisma.sql`'user'`,
  number: Prisma.sql`(lower(r.user_id) COLLATE "C")`,
  isFoundByNumber: true,
  condition,
  result: {
    columns: Prisma.sql`r.first_name || ' ' || r.last_name AS name, NULL AS name2, r.user_id AS number, NULL AS "cardNumber",
      coalesce(c.name_1, i.name) AS above, CASE WHEN r.status = 'inactive' THEN 'inactive' END AS over`,
    joins: Prisma.sql`
      ${atIssuer('r')}
      LEFT ${atNode('r.company_id', 'c')}`
  }
};
