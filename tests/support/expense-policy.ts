import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

/** An expense policy without rules, in force since 2020: its id. */
export async function anExpensePolicy(database: TestDatabase, company: StructureNode): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, $2, 'expense-policy', $3, 'Travel', '{"validFrom": "2020-01-01"}')`,
    [company.issuerId, id, company.id]
  );
  return id;
}
