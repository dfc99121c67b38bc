import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import type { SearchFamily } from '../../kit/search/searchable';

/** Parking spaces, by name. */
export const SPACE_FAMILY: SearchFamily = {
  table: Prisma.sql`parking_spaces r`,
  kind: Prisma.sql`'parking_space'`,
  number: Prisma.sql`lower(r.name)`,
  isFoundByNumber: false,
  condition: ({ scope }) => Prisma.sql`EXISTS (SELECT 1 FROM nodes n
    WHERE (n.issuer_id, n.id) = (r.issuer_id, r.node_id) AND ${within(scope, nodeColumns('n'))})`,
  result: {
    columns: Prisma.sql`r.name, NULL AS name2, NULL AS number, NULL AS "cardNumber", c.name_1 AS above, NULL AS over`,
    joins: Prisma.sql`JOIN nodes c ON (c.issuer_id, c.id) = (r.issuer_id, r.company_id)`
  }
};
