import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const MOST = 8;
const nameRow = z.strictObject({ name: z.string() });

/**
 * The people whom the owner of a report named last on expenses of their own, the latest first, at most eight; for a page that
 * has proven that its reader may edit the report.
 */
export async function recentAttendees({ issuerId, ownerId }: { issuerId: string; ownerId: string }): Promise<string[]> {
  const rows = await readRows(database(), nameRow)`
    SELECT a.name FROM expense_reports r
    JOIN expense_report_lines l ON (l.issuer_id, l.report_id) = (r.issuer_id, r.id)
    CROSS JOIN LATERAL jsonb_array_elements_text(l.details -> 'attendees') AS a (name)
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND l.details ? 'attendees'
    GROUP BY a.name ORDER BY max(l.added_at) DESC, a.name LIMIT ${MOST}`;
  return rows.map(({ name }) => name);
}
