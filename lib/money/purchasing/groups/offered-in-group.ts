import { Prisma } from '../../../core/database/prisma/client';

/** The condition that a record `r` is one of a group's; a request from before there were groups chooses from all. */
const isIn = (groupId: string | null, record: Prisma.Sql): Prisma.Sql =>
  groupId === null
    ? Prisma.sql`TRUE`
    : Prisma.sql`EXISTS (SELECT 1 FROM purchase_group_records m
        WHERE m.issuer_id = r.issuer_id AND m.group_id = ${groupId}::uuid AND m.record_id = ${record})`;

/** The condition that a group offers a template `r`: itself, and its type. */
export const templateInGroup = (groupId: string | null): Prisma.Sql =>
  Prisma.sql`(${isIn(groupId, Prisma.sql`r.id`)} AND ${isIn(groupId, Prisma.sql`r.type`)})`;

/** The condition that a group offers a supplier `r`: one of its own, or any where it has none. */
export const supplierInGroup = (groupId: string | null): Prisma.Sql =>
  Prisma.sql`(${isIn(groupId, Prisma.sql`r.id`)} OR NOT EXISTS (SELECT 1 FROM purchase_group_records m
    WHERE m.issuer_id = r.issuer_id AND m.group_id = ${groupId}::uuid AND m.entity = 'supplier'))`;
