import { Prisma } from '../../core/database/prisma/client';

/** The condition that a record of an entity has attachments; `issuerId` and `recordId` are columns of its table. */
export const hasAttachments = (entity: string, issuerId: Prisma.Sql, recordId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT 1 FROM attachments f
    WHERE f.issuer_id = ${issuerId} AND f.entity = ${entity} AND f.record_id = ${recordId}
      AND f.position IS NOT NULL)`;
