import { Prisma } from '../../../core/database/prisma/client';

/** The ids of the users who are managed at a node or have a role there, as a statement. */
export const usersOfNode = (issuerId: string, id: string): Prisma.Sql => Prisma.sql`
  SELECT u.id FROM users u WHERE u.issuer_id = ${issuerId}::uuid AND u.node_id = ${id}::uuid
  UNION SELECT a.user_id FROM assignment_nodes x JOIN assignments a ON (a.issuer_id, a.id) = (x.issuer_id, x.assignment_id)
  WHERE x.issuer_id = ${issuerId}::uuid AND x.node_id = ${id}::uuid`;

/** The number of the users with a role at a group of issuers, as an expression of SQL. */
export const rolesAtGroup = (group: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM assignments a WHERE a.issuer_group_id = ${group})`;
