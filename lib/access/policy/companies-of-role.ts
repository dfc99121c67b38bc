import type { Transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';

/** The companies that the places of an assignment are in; none above companies. */
export async function companiesOfRole(
  tx: Transaction,
  { issuerId, assignmentId }: { issuerId: string; assignmentId: string }
): Promise<string[]> {
  const rows = await readRows(tx, idRow)`
    SELECT DISTINCT n.company_id AS id FROM assignment_nodes x
    JOIN nodes n ON (n.issuer_id, n.id) = (x.issuer_id, x.node_id)
    WHERE x.issuer_id = ${issuerId}::uuid AND x.assignment_id = ${assignmentId}::uuid AND n.company_id IS NOT NULL`;
  return rows.map(({ id }) => id);
}
