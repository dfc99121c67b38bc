import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { SetupStep } from '../../kit/listing/setup-steps';

const thereRow = z.strictObject({ there: z.boolean() });

/** A company says who approves its transactions. */
export const approvalStep: SetupStep = {
  of: 'company',
  order: 60,
  needs: ['company_setup', 'modify'],
  program: 'transaction.review',
  async isDone({ issuerId, companyId }) {
    const [row] = await readRows(database(), thereRow)`
      SELECT EXISTS (
        SELECT 1 FROM approval_profiles p WHERE p.issuer_id = ${issuerId}::uuid AND p.company_id = ${companyId}::uuid
      ) AS there`;
    return row?.there ?? false;
  },
  page: () => '/approvals/profiles/new'
};
