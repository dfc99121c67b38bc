import { z } from 'zod';
import { SYSTEM_ISSUER_ID } from '../audit/audit';
import { database, type Transaction, transaction } from '../database/database';
import { readRows } from '../database/rows';
import { Busy } from '../entry/refusal';
import { decrypt, encrypt } from '../secrets/encryption';
import { newId } from '../secrets/ids';
import { log, redact } from './log';
import { workOn } from './loop';

/** A side effect as its handler gets it. */
export interface OutboxEntry {
  issuerId: string;
  id: string;
  topic: string;
  payload: unknown;
  attempts: number;
}

/** Handlers by topic. What one writes through `tx` commits together with the entry's end, or not at all. */
export type OutboxHandlers = Record<string, (tx: Transaction, entry: OutboxEntry) => Promise<void>>;

/** Thrown by a handler: trying again would never help. */
export class Undeliverable extends Error {}

/** Entries worked on at once in a process. */
const LANES = 3;
const POLL_MILLIS = 2_000;
/** A handler may take this long, a slow mail server included. */
const PATIENCE_MILLIS = 90_000;
const MAX_WAIT_SECONDS = 3_600;
const MAX_ATTEMPTS = 30;

const placeOf = (issuerId: string, id: string) => `outbox/${issuerId}/${id}`;

/**
 * Puts a side effect into the transaction that causes it: it happens if and only if that commits. The
 * payload is stored encrypted, since it may hold a code or an address, and goes when it is done.
 */
export async function enqueue(
  tx: Transaction,
  { issuerId, topic, payload }: { issuerId: string; topic: string; payload: unknown }
): Promise<void> {
  const id = newId();
  const sealed = encrypt('outbox', Buffer.from(JSON.stringify(payload)), placeOf(issuerId, id));
  await tx.$executeRaw`
    INSERT INTO outbox (issuer_id, id, topic, payload, available_at, created_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${topic}, ${sealed}, statement_timestamp(), statement_timestamp())`;
}

/** Requests of people who aren't signed in that wait at once: more are refused until some are done. */
const MOST_ASKED = 10_000;
const BUSY_SECONDS = 30;

const waitingRow = z.strictObject({ waiting: z.number() });

/**
 * Takes a request of somebody who isn't signed in, to be answered in the background whoever that is. What strangers
 * can queue has an end. @throws Busy when that is reached
 */
export async function enqueueAsked(topic: string, payload: unknown): Promise<void> {
  const [row] = await readRows(database(), waitingRow)`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM outbox WHERE status = 'queued' AND issuer_id = ${SYSTEM_ISSUER_ID}::uuid LIMIT ${MOST_ASKED}) AS asked`;
  if (row && row.waiting >= MOST_ASKED) throw new Busy('too many requests wait in the outbox', BUSY_SECONDS);
  await transaction((tx) => enqueue(tx, { issuerId: SYSTEM_ISSUER_ID, topic, payload }));
}

const entryRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  topic: z.string(),
  payload: z.instanceof(Uint8Array),
  attempts: z.number()
});
type Entry = z.infer<typeof entryRow>;

/**
 * Works on the outbox until the returned function has ended. An entry stays locked while it is worked
 * on, so no two processes take the same, and a process that dies lets go of its entry at once. When an entry is due,
 * the database's clock says: those of the processes may differ.
 */
export async function workOutbox(handlers: OutboxHandlers): Promise<() => Promise<void>> {
  const loop = await workOn({
    name: 'outbox',
    channel: 'outbox_queued',
    lanes: LANES,
    everyMillis: POLL_MILLIS,
    next: () => workOnce(handlers)
  });
  return loop.stop;
}

/** Works on the entry that has waited longest; false when none is due. */
export async function workOnce(handlers: OutboxHandlers): Promise<boolean> {
  let taken: Entry | undefined;
  let failure: unknown;
  try {
    return await transaction(async (tx) => {
      const rows = await readRows(tx, entryRow)`
        SELECT issuer_id AS "issuerId", id, topic, payload, attempts FROM outbox
        WHERE status = 'queued' AND available_at <= statement_timestamp()
        ORDER BY available_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
      taken = rows[0];
      if (!taken) return false;
      // Undone up to here, the entry stays locked until it is postponed: no other lane tries it in between.
      await tx.$executeRaw`SAVEPOINT taken`;
      try {
        await handle(tx, taken, handlers);
      } catch (err) {
        failure = err;
        await tx.$executeRaw`ROLLBACK TO SAVEPOINT taken`;
        await postpone(tx, taken, err as Error);
      }
      return true;
    }, PATIENCE_MILLIS);
  } catch (err) {
    if (!taken) throw err;
    // The transaction itself is gone: it took too long, or lost its connection.
    await postpone(database(), taken, (failure ?? err) as Error);
    return true;
  }
}

async function handle(tx: Transaction, taken: Entry, handlers: OutboxHandlers): Promise<void> {
  const { issuerId, id, topic, attempts } = taken;
  const handler = handlers[topic];
  if (!handler) throw new Undeliverable(`nobody handles ${topic}`);
  const payload = JSON.parse(decrypt('outbox', taken.payload, placeOf(issuerId, id)).toString('utf8'));
  await handler(tx, { issuerId, id, topic, attempts, payload });
  await tx.$executeRaw`
    UPDATE outbox SET status = 'sent', payload = NULL, attempts = attempts + 1, finished_at = statement_timestamp()
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
}

/** Tries again after 2, 4, 8 … seconds, an hour at most between two tries; for what can't succeed, never. */
async function postpone(tx: Transaction, { issuerId, id, topic, attempts }: Entry, error: Error): Promise<void> {
  const failed = error instanceof Undeliverable || attempts + 1 >= MAX_ATTEMPTS;
  const wait = Math.min(2 ** (attempts + 1), MAX_WAIT_SECONDS);
  log[failed ? 'error' : 'warn']({ err: error, topic, attempts: attempts + 1 }, 'a side effect did not happen');
  await tx.$executeRaw`
    UPDATE outbox SET attempts = attempts + 1, last_error = ${redact(error.message, 500)},
      status = CASE WHEN ${failed} THEN 'failed'::outbox_status ELSE 'queued'::outbox_status END,
      payload = CASE WHEN ${failed} THEN NULL ELSE payload END,
      finished_at = CASE WHEN ${failed} THEN statement_timestamp() END,
      available_at = statement_timestamp() + make_interval(secs => ${wait})
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'queued' AND attempts = ${attempts}`;
}
