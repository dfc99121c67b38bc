import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import { readRows, textOf } from '../../../core/database/rows';
import type { RecordTables, Written } from '../../../kit/setup/entity';
import { type MissingSection, missingSections } from './sections';
import { setGroupState } from './set-state';
import { type GroupState, PURCHASE_GROUP } from './states';

const groupRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  state: textOf<GroupState>(),
  missing: z.array(textOf<MissingSection>())
});

/** An active group that a type or a template is missing in, now that these were written, is in progress again (C4.015). */
export async function followRecords(
  { tx, issuerId, ids }: Written,
  { principal, origin }: { principal: Principal; origin: Origin },
  tables: RecordTables
): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM purchase_groups g WHERE g.issuer_id = ${issuerId}::uuid AND EXISTS (
      SELECT 1 FROM purchase_group_records m WHERE (m.issuer_id, m.group_id) = (g.issuer_id, g.id)
        AND m.record_id = ANY(${[...ids]}::uuid[]))
    ORDER BY g.id FOR UPDATE`;
  const sections = missingSections({
    types: tables.rowsOf('purchase-type'),
    templates: tables.rowsOf('purchase-template')
  });
  const groups = await readRows(tx, groupRow)`
    SELECT g.issuer_id AS "issuerId", g.id, g.company_id AS "companyId", g.name, g.state::text AS state, ${sections} AS missing
    FROM purchase_groups g WHERE g.issuer_id = ${issuerId}::uuid AND EXISTS (
      SELECT 1 FROM purchase_group_records m WHERE (m.issuer_id, m.group_id) = (g.issuer_id, g.id)
        AND m.record_id = ANY(${[...ids]}::uuid[]))
    ORDER BY g.id`;
  for (const group of groups)
    if (group.missing.length > 0 && PURCHASE_GROUP.after(group.state, 'reopen') !== null)
      await setGroupState(tx, principal, origin, group, 'reopen');
}
