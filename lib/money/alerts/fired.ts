import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { enqueue } from '../../core/server/outbox';
import type { TellPayload } from './tell';

export const firedRow = z.strictObject({
  id: z.string(),
  alertId: z.string(),
  ruleId: z.string(),
  placeId: z.string(),
  /** Of a total. */
  periodStart: z.string().nullable(),
  step: z.number().nullable()
});
/** A firing as it was just inserted. */
export type Fired = z.infer<typeof firedRow>;

/** What an insertion of firings returns. */
export const FIRED = Prisma.sql`RETURNING id, alert_id AS "alertId", rule_id AS "ruleId", place_id AS "placeId",
  period_start::text AS "periodStart", step`;

/** Has what fired told, from an entry of its own for each alert. */
export async function announceFired(tx: Transaction, issuerId: string, fired: readonly Fired[]): Promise<void> {
  for (const [alertId, firings] of groupBy(fired, (one) => one.alertId)) {
    const told: TellPayload = { issuerId, alertId, firingIds: firings.map(({ id }) => id) };
    await enqueue(tx, { issuerId, topic: 'alerts.tell', payload: told });
  }
}
