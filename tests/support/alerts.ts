import { randomUUID } from 'node:crypto';
import type { AlertState } from '@/lib/money/alerts/states';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

interface Owner {
  issuerId: string;
  userId: string;
  assignmentId: string | null;
}

/** An alert of somebody about large charges at a place, which tells them; its id. */
export async function anAlert(
  database: TestDatabase,
  { issuerId, userId, assignmentId }: Owner,
  node: Pick<StructureNode, 'id'>,
  { state = 'active', name = 'Large charges' }: { state?: AlertState; name?: string } = {}
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO spending_alerts (issuer_id, id, owner_user_id, assignment_id, brand_name, name, node_id, state, created_at,
       updated_at)
     VALUES ($1, $2, $3, $4, 'tessera', $5, $6, $7::spending_alert_state, now(), now())`,
    [issuerId, id, userId, assignmentId ?? randomUUID(), name, node.id, state]
  );
  await database.query(
    `INSERT INTO spending_alert_rules (issuer_id, id, alert_id, measure, amount, currency, early, categories, since)
     VALUES ($1, gen_random_uuid(), $2, 'charge', 100, 'USD', false, '{}', now())`,
    [issuerId, id]
  );
  await database.query('INSERT INTO spending_alert_recipients VALUES ($1, $2, $3)', [issuerId, id, userId]);
  return id;
}

/** One time that an alert fired for a charge; its id. */
export async function aFiring(
  database: TestDatabase,
  alertId: string,
  charge: { id: string; postingDate: string }
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, transaction_id, posting_date, amount,
       reached, currency, fired_at)
     SELECT r.issuer_id, $2, r.alert_id, r.id, t.account_id, t.id, t.posting_date, 100, 100, 'USD', now()
     FROM spending_alert_rules r JOIN transactions t ON t.id = $3 AND t.posting_date = $4
     WHERE r.alert_id = $1`,
    [alertId, id, charge.id, charge.postingDate]
  );
  return id;
}
