import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { SetupStep } from '../../kit/listing/setup-steps';
import { atNode } from '../structure/reads/joins';

const thereRow = z.strictObject({ there: z.boolean() });

/** A company has cardholders who can sign in. */
export const cardholdersStep: SetupStep = {
  of: 'company',
  order: 20,
  needs: ['users', 'modify'],
  feature: 'new_users',
  async isDone({ issuerId, companyId }) {
    const [row] = await readRows(database(), thereRow)`
      SELECT EXISTS (
        SELECT 1 FROM assignments s
        JOIN assignment_nodes an ON (an.issuer_id, an.assignment_id) = (s.issuer_id, s.id)
        ${atNode('an.node_id')}
        WHERE s.issuer_id = ${issuerId}::uuid AND s.role = 'A' AND n.company_id = ${companyId}::uuid
      ) AS there`;
    return row?.there ?? false;
  },
  page: () => '/people/new'
};
