import { Prisma } from '../../../core/database/prisma/client';
import { ofUser } from './of-user';

/** Whether an id is linked to another one of the same person, as an expression of SQL. */
export const isLinkedId = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM user_links l WHERE l.issuer_id = ${issuer} AND l.linked_user_id = ${id} AND l.status = 'confirmed')`;

/** Whether an id has a linked one, user `x`, that meets a condition, as an expression of SQL. */
export const hasLinkedId = (
  issuer: Prisma.Sql,
  id: Prisma.Sql,
  condition: Prisma.Sql
): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM user_links l ${ofUser('l.linked_user_id', 'x')}
  WHERE l.issuer_id = ${issuer} AND l.primary_user_id = ${id} AND l.status = 'confirmed' AND ${condition})`;

/** Whether the id that an id is linked to may no longer be used, as an expression of SQL. */
export const isOfClosedPrimary = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM user_links l ${ofUser('l.primary_user_id', 'p')}
  WHERE l.issuer_id = ${issuer} AND l.linked_user_id = ${id} AND l.status = 'confirmed' AND p.status <> 'active')`;
