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

/** Adds a rule to a policy: its id. */
export async function aPolicyRule(
  database: TestDatabase,
  company: StructureNode,
  policyId: string,
  data: { kind: string } & Record<string, unknown>
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, position, name, data)
     VALUES ($1, $2, 'expense-policy-rule', $3, $4, 1, $5, $6)`,
    [company.issuerId, id, company.id, policyId, data.kind, JSON.stringify(data)]
  );
  return id;
}
