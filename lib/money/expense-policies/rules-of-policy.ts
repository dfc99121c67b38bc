import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { recordsWhere, type SetUpRecord } from '../../kit/setup/records';

/** The rules of a version that the reader sees, in their order, as records to change. */
export async function rulesOfPolicy({ issuerId, id }: SetUpRecord): Promise<SetUpRecord[]> {
  const rules = await recordsWhere(
    database(),
    Prisma.sql`r.issuer_id = ${issuerId}::uuid AND r.parent_id = ${id}::uuid AND r.entity = 'expense-policy-rule' AND r.active`
  );
  return rules.sort((a, b) => a.position - b.position);
}
