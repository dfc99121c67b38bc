import { z } from 'zod';
import { readRows } from '../../core/database/rows';
import type { DeletionGuard } from '../../directory/people/delete-user';

const countRow = z.strictObject({ count: z.number() });

/** A cardholder with open expense reports can't be deleted (C6.021): those that are not approved. */
export const noOpenReports: DeletionGuard = async (tx, { issuerId, id }) => {
  const [open] = await readRows(tx, countRow)`
    SELECT count(*)::int AS count FROM expense_reports
    WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${id}::uuid AND state <> 'approved'`;
  const count = open?.count ?? 0;
  return count > 0 ? { code: 'user.open.reports', params: { count } } : null;
};
