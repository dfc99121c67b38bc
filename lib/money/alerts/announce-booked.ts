import type { PoolClient } from 'pg';
import { z } from 'zod';
import { writerOn } from '../../core/database/own-connection';
import { enqueue } from '../../core/server/outbox';

/** What one transaction of the database has booked of a feed: the first and the last of its ids, and of its days. */
export const bookedSchema = z.strictObject({
  issuerId: z.guid(),
  feedId: z.guid(),
  firstId: z.guid(),
  lastId: z.guid(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date()
});
export type Booked = z.infer<typeof bookedSchema>;

/**
 * Has alerts look at what a feed has booked, once its transaction commits: an alert that is slow or fails holds up no
 * feed. `rows` is a query of the booked rows in the client's temporary tables, with their `id` and `posting_date`.
 */
export async function announceBooked(
  client: PoolClient,
  { issuerId, feedId }: Pick<Booked, 'issuerId' | 'feedId'>,
  rows: string
): Promise<void> {
  const {
    rows: [range]
  } = await client.query<Omit<Booked, 'issuerId' | 'feedId'>>(
    `SELECT (array_agg(id ORDER BY id))[1] AS "firstId", (array_agg(id ORDER BY id DESC))[1] AS "lastId",
       min(posting_date)::text AS "firstDay", max(posting_date)::text AS "lastDay"
     FROM (${rows}) r
     HAVING count(*) > 0
       AND EXISTS (SELECT 1 FROM spending_alerts a WHERE a.issuer_id = $1 AND a.state = 'active')`,
    [issuerId]
  );
  if (range)
    await enqueue(writerOn(client), { issuerId, topic: 'alerts.booked', payload: { issuerId, feedId, ...range } });
}
