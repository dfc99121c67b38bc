import { z } from 'zod';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { readRows, textOf } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { redact } from '../../../core/server/log';
import type { ProcessorName } from './names';
import { PROCESSORS } from './processors';
import { keepEvents } from './take-message';

/** An event of a processor by its own reference. */
interface EventKey {
  issuerId: string;
  processor: ProcessorName;
  event: string;
}

const MOST_REASON = 500;

/** Notes an event that could not be kept, in the transaction that goes on after it. */
export async function noteUnread(tx: Transaction, key: EventKey, { message }: Error): Promise<void> {
  const reason = redact(message, MOST_REASON) || 'unknown';
  await tx.unreadCardEvent.upsert({
    where: { issuerId_processor_event: key },
    update: { reason },
    create: { ...key, reason, notedAt: now() }
  });
}

const unreadRow = z.strictObject({
  issuerId: z.string(),
  processor: textOf<ProcessorName>(),
  event: z.string(),
  reason: z.string(),
  notedAt: z.date()
});

/** An event that waits for the operator, and why it could not be kept. */
export type UnreadEvent = z.infer<typeof unreadRow>;

/** The events that wait for the operator, the earliest first. */
export const unreadEvents = (): Promise<UnreadEvent[]> =>
  readRows(database(), unreadRow)`
    SELECT e.issuer_id AS "issuerId", e.processor, e.event, e.reason, e.noted_at AS "notedAt"
    FROM unread_card_events e ORDER BY e.noted_at, e.event`;

/**
 * Asks the processor for an event again and keeps it, once. Null: it is kept; else why it still waits.
 */
export async function retryEvent({ issuerId, processor, event }: EventKey): Promise<string | null> {
  const key = { issuerId, processor, event };
  try {
    const events = await PROCESSORS[processor].eventsAt(database(), issuerId, event);
    if (!events) return 'The processor does not answer, or has forgotten the event.';
    await transaction(async (tx) => {
      await keepEvents(tx, { issuerId, processor }, events);
      await tx.unreadCardEvent.deleteMany({ where: key });
    });
    return null;
  } catch (err) {
    await transaction((tx) => noteUnread(tx, key, err as Error));
    return redact((err as Error).message, MOST_REASON);
  }
}
