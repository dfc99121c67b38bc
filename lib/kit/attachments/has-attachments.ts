import { Prisma } from '../../core/database/prisma/client';

/**
 * The condition that a record of an entity has attachments; `issuerId` and `recordId` are columns of its table. With an
 * instant `at`: those that it has now, and had then.
 */
export const hasAttachments = (
  entity: string,
  issuerId: Prisma.Sql,
  recordId: Prisma.Sql,
  at?: Prisma.Sql
): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT 1 FROM attachments f
    WHERE f.issuer_id = ${issuerId} AND f.entity = ${entity} AND f.record_id = ${recordId}
      AND f.position IS NOT NULL ${at ? Prisma.sql`AND f.added_at < ${at}` : Prisma.empty})`;
