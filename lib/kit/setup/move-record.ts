import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { readRows } from '../../core/database/rows';
import { auditRecord } from './audit-records';
import { recordToChange, type SeenRecord } from './change-record';
import type { Entity } from './entity';
import { type Outcome, settled, undo } from './settle';

const movedRow = z.strictObject({ before: z.number(), after: z.number() });

/** Moves a record to a place in the order of its list, the first being 1; those after it make room. */
export function moveRecord(
  principal: Principal,
  entity: Entity,
  seen: SeenRecord,
  to: number,
  origin: Origin
): Promise<Outcome<void>> {
  return settled(async (tx) => {
    const { record, place } = await recordToChange(tx, principal, entity, seen);
    if (!entity.ordered) undo({ code: 'operation.invalid' });
    const { issuerId, id, ownerId, parentId } = record;
    // Twice the place, and a half before or after it: between those it comes to stand.
    const [moved] = await readRows(tx, movedRow)`
      WITH ranked AS (
        SELECT id, row_number() OVER (ORDER BY position, id)::int AS place FROM setup_records
        WHERE issuer_id = ${issuerId}::uuid AND within_id = ${parentId ?? ownerId}::uuid AND entity = ${entity.name}
      ), mine AS (SELECT place FROM ranked WHERE id = ${id}::uuid),
      placed AS (
        SELECT r.id, row_number() OVER (ORDER BY CASE WHEN r.id = ${id}::uuid
          THEN ${to}::int * 2 + CASE WHEN ${to}::int > mine.place THEN 1 ELSE -1 END ELSE r.place * 2 END)::int AS place
        FROM ranked r, mine
      ), written AS (
        UPDATE setup_records s SET position = p.place FROM placed p
        WHERE s.issuer_id = ${issuerId}::uuid AND s.id = p.id AND s.position <> p.place
      )
      SELECT mine.place AS before, p.place AS after FROM placed p, mine WHERE p.id = ${id}::uuid`;
    if (!moved || moved.before === moved.after) return;
    const details = { 'before.position': moved.before, 'after.position': moved.after };
    await auditRecord(tx, principal, place, { event: 'moved', id, details }, origin);
  });
}
