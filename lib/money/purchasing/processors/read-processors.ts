import { z } from 'zod';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { readRows, textOf } from '../../../core/database/rows';
import { log } from '../../../core/server/log';
import type { ProcessorName } from './names';
import { PROCESSORS } from './processors';
import { keepEvents } from './take-message';
import { noteUnread } from './unread-events';

const orderedRow = z.strictObject({ issuerId: z.string(), processor: textOf<ProcessorName>(), since: z.date() });

/** Reads what processors outside tell, of every issuer that has cards there. Returns whether there was anything new. */
export async function readProcessors(): Promise<boolean> {
  const ordered = await readRows(database(), orderedRow)`
    SELECT c.issuer_id AS "issuerId", c.processor, min(c.issued_at) AS since FROM virtual_cards c
    WHERE c.processor_card IS NOT NULL GROUP BY c.issuer_id, c.processor`;
  const outside = ordered.filter(({ processor }) => !PROCESSORS[processor].isInTheBox);
  let isNew = false;
  for (const { issuerId, processor, since } of outside)
    try {
      isNew = (await readProcessor(issuerId, processor, since)) || isNew;
    } catch (err) {
      // One issuer's processor holds up no other's.
      log.error({ err, issuerId, processor }, 'what a card processor tells could not be read');
    }
  return isNew;
}

/**
 * Reads what came after the cursor, each event in a transaction with the cursor's next place: it fills what lost messages
 * have left out, a process that dies reads on where it was, and what is read twice changes nothing. One that can't be kept
 * waits for the operator, and those after it are read.
 */
export async function readProcessor(issuerId: string, processor: ProcessorName, since: Date): Promise<boolean> {
  const known = await database().cardProcessorCursor.findUnique({
    where: { issuerId_processor: { issuerId, processor } }
  });
  const page = await PROCESSORS[processor].eventsAfter(database(), issuerId, { cursor: known?.cursor ?? null, since });
  for (const { cursor, read } of page ?? [])
    try {
      await transaction(async (tx) => {
        await keepEvents(tx, { issuerId, processor }, read());
        await moveTo(tx, { issuerId, processor, cursor });
      });
    } catch (err) {
      log.error({ err, issuerId, processor, event: cursor }, 'an event of a card processor waits for the operator');
      await transaction(async (tx) => {
        await noteUnread(tx, { issuerId, processor, event: cursor }, err as Error);
        await moveTo(tx, { issuerId, processor, cursor });
      });
    }
  return (page ?? []).length > 0;
}

const moveTo = (
  tx: Transaction,
  { issuerId, processor, cursor }: { issuerId: string; processor: ProcessorName; cursor: string }
) =>
  tx.cardProcessorCursor.upsert({
    where: { issuerId_processor: { issuerId, processor } },
    update: { cursor },
    create: { issuerId, processor, cursor }
  });
