import { Prisma } from '../../core/database/prisma/client';

/** All accounts `a` of an issuer with their nodes `n`. */
export const accountsIn = (issuerId: string): Prisma.Sql => Prisma.sql`accounts a
  JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id) AND a.issuer_id = ${issuerId}::uuid`;

/** All nodes `n` of an issuer, its accounts among them: for what asks of an account where it is, and nothing else. */
export const nodesIn = (issuerId: string): Prisma.Sql =>
  Prisma.sql`(SELECT n.id, n.company_id FROM nodes n WHERE n.issuer_id = ${issuerId}::uuid) n`;

/** All companies `c` of an issuer. */
export const companiesIn = (issuerId: string): Prisma.Sql =>
  Prisma.sql`(SELECT c.issuer_id, c.id FROM companies c WHERE c.issuer_id = ${issuerId}::uuid) c`;
