import { Prisma } from '../../../core/database/prisma/client';

/** The nodes of all issuers, as rows, which PostgreSQL looks up as it would in the table. */
export const NODES = Prisma.sql`(
  SELECT issuer_id, id, parent_id, company_id, path, kind, status, number, name_1 FROM nodes)`;

/** The node of an issuer and an id, looked up by its key for each row of the statement around it. */
export const nodeLookedUp = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT n.id, n.path, n.company_id FROM nodes n WHERE n.issuer_id = ${issuer} AND n.id = ${id} OFFSET 0`;
