import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { SetupOwner, SetupStep } from '../../kit/listing/setup-steps';

const thereRow = z.strictObject({ there: z.boolean() });

const isThere = async ({ issuerId, companyId }: SetupOwner, condition: Prisma.Sql): Promise<boolean> => {
  const [row] = await readRows(database(), thereRow)`
    SELECT EXISTS (
      SELECT 1 FROM transactions t
      WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid AND ${condition}
    ) AS there`;
  return row?.there ?? false;
};

/** A company has transactions. */
export const transactionsStep: SetupStep = {
  of: 'company',
  order: 70,
  needs: ['transactions', 'view'],
  program: 'transaction.review',
  isDone: (owner) => isThere(owner, Prisma.sql`TRUE`),
  page: () => '/transactions'
};

/** A company has coded its first transaction. */
export const codedStep: SetupStep = {
  of: 'company',
  order: 80,
  needs: ['transactions', 'view'],
  program: 'transaction.review',
  isDone: (owner) => isThere(owner, Prisma.sql`(t.scheme_id IS NOT NULL OR t.state <> 'open')`),
  page: () => '/transactions/code'
};
