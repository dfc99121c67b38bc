import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { SetupOwner, SetupStep } from '../../kit/listing/setup-steps';

const thereRow = z.strictObject({ there: z.boolean() });

/** Whether the issuer, or the company, has a node of this kind. */
async function has({ issuerId, companyId }: SetupOwner, kind: 'company' | 'account'): Promise<boolean> {
  const [row] = await readRows(database(), thereRow)`
    SELECT EXISTS (SELECT 1 FROM nodes n WHERE n.issuer_id = ${issuerId}::uuid AND n.kind = ${kind}
      AND ${companyId === null ? Prisma.sql`TRUE` : Prisma.sql`n.company_id = ${companyId}::uuid`}) AS there`;
  return row?.there ?? false;
}

/** An issuer has companies. */
export const companiesStep: SetupStep = {
  of: 'issuer',
  order: 10,
  needs: ['structure', 'modify'],
  isDone: (owner) => has(owner, 'company'),
  page: ({ issuerId }) => `/structure/${issuerId}`
};

/** A company has card accounts. */
export const accountsStep: SetupStep = {
  of: 'company',
  order: 10,
  needs: ['structure', 'view'],
  isDone: (owner) => has(owner, 'account'),
  page: ({ companyId }) => `/structure/${companyId}`
};
