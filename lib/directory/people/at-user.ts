import { Prisma } from '../../core/database/prisma/client';
import { atNode } from '../structure/reads/joins';

/** Joins the user `u` that two columns name, and the node `n` where they are managed: for the scope (`userColumns`). */
export const atUser = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  JOIN users u ON (u.issuer_id, u.id) = (${issuer}, ${id}) LEFT ${atNode('u.node_id')}`;
