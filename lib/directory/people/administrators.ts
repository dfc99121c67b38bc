import type { Transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';

/** The most that are told of one thing. */
const MOST = 20;

/** The ids of active users who administer a company, by name; those of its issuer if there is nobody else; at most 20. */
export async function otherAdministrators(
  tx: Transaction,
  { issuerId, companyId, userId }: { issuerId: string; companyId: string | null; userId: string }
): Promise<string[]> {
  const at = async (role: 'C' | 'I', nodeId: string) => {
    const users = await readRows(tx, idRow)`
      SELECT DISTINCT u.id FROM assignments a
      JOIN assignment_nodes p ON (p.issuer_id, p.assignment_id) = (a.issuer_id, a.id)
      JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id)
      WHERE a.issuer_id = ${issuerId}::uuid AND a.role = ${role}::user_role AND p.node_id = ${nodeId}::uuid
        AND u.status = 'active' AND u.deleted_at IS NULL AND u.id <> ${userId}::uuid
      ORDER BY u.id LIMIT ${MOST}`;
    return users.map(({ id }) => id);
  };
  const own = companyId ? await at('C', companyId) : [];
  return own.length > 0 ? own : at('I', issuerId);
}
