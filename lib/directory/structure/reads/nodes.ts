import { Prisma } from '../../../core/database/prisma/client';

/** The nodes of all issuers, as rows, which PostgreSQL looks up as it would in the table. */
export const NODES = Prisma.sql`(
  SELECT issuer_id, id, parent_id, company_id, path, kind, status, number, name_1 FROM nodes)`;
