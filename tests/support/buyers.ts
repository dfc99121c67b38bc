import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

/** Puts somebody into a new active purchase group that offers all types and templates that the company has now. */
export async function inGroupOfAll(
  database: TestDatabase,
  { issuerId, id: companyId }: StructureNode,
  { id: userId }: { id: string }
): Promise<void> {
  const id = randomUUID();
  await database.query(
    `WITH made AS (INSERT INTO purchase_groups (issuer_id, id, company_id, name, state, created_at)
       VALUES ($1, $2, $3, 'Buyers', 'active', now()) RETURNING issuer_id, id, state),
     users AS (INSERT INTO purchase_group_users (issuer_id, group_id, user_id, group_state)
       SELECT issuer_id, id, $4, state FROM made)
     INSERT INTO purchase_group_records (issuer_id, group_id, record_id, entity)
     SELECT made.issuer_id, made.id, r.id, r.entity FROM made JOIN setup_records r ON r.issuer_id = made.issuer_id
     WHERE r.owner_id = $3 AND r.entity IN ('purchase-type', 'purchase-template')`,
    [issuerId, id, companyId, userId]
  );
}
