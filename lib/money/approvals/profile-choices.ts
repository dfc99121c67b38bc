import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { isStillUser } from '../../directory/people/known-user';

const choiceRow = z.strictObject({ id: z.string(), name: z.string() });

interface Company {
  issuerId: string;
  companyId: string;
}

/** The approval profiles of a company by name, for a record that names one. */
export const profilesOfCompany = ({ issuerId, companyId }: Company): Promise<z.infer<typeof choiceRow>[]> =>
  readRows(database(), choiceRow)`
    SELECT p.id, p.name FROM approval_profiles p WHERE p.issuer_id = ${issuerId}::uuid AND p.company_id = ${companyId}::uuid
    ORDER BY p.name, p.id LIMIT 500`;

/** Whether a profile is one of a company; it can't be deleted then until the transaction ends. */
export const isProfileOf = (tx: Transaction, { issuerId, companyId }: Company, id: string): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM approval_profiles p WHERE p.issuer_id = ${issuerId}::uuid AND p.company_id = ${companyId}::uuid
      AND p.id = ${id}::uuid FOR KEY SHARE`;

/** The condition that a profile in these columns has an approver. */
export const hasApprover = (issuer: Prisma.Sql, profile: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM approval_level_members m WHERE (m.issuer_id, m.profile_id) = (${issuer}, ${profile})
    AND ${isStillUser(Prisma.sql`m.issuer_id`, Prisma.sql`m.user_id`)})`;
