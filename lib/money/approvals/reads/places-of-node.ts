import { Prisma } from '../../../core/database/prisma/client';

/** The approval profiles that apply at a node itself, as rows. */
export const profilesAtNode = (issuerId: string, id: string): Prisma.Sql => Prisma.sql`
  SELECT p.profile_id FROM approval_places p WHERE p.issuer_id = ${issuerId}::uuid AND p.node_id = ${id}::uuid`;
