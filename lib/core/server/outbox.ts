import { z } from 'zod';
import { SYSTEM_ISSUER_ID } from '../audit/audit';
import { database, type Transaction, transaction } from '../database/database';
import type { Writer } from '../database/own-connection';
import { Prisma } from '../database/prisma/client';
import { readRows } from '../database/rows';
import { Busy } from '../entry/refusal';
import { decrypt, encrypt } from '../secrets/encryption';
import { newId } from '../secrets/ids';
import { log, redact } from './log';
import { workOn } from './loop';

/** A side effect for its handler. */
export interface OutboxEntry {
  issuerId: string;
  id: string;
  topic: string;
  payload: unknown;
  attempts: number;
}

/** Handlers by topic. Writes through `tx` commit together with the end of the entry. */
export type OutboxHandlers = Record<string, (tx: Transaction, entry: OutboxEntry) => Promise<void>>;

/** Thrown by a handler if a retry would never help. */
export class Undeliverable extends Error {}

/** Thrown by a handler that was told when to try again; an hour later at most. */
export class NotYet extends Error {
  constructor(
    message: string,
    readonly seconds: number
  ) {
    super(message);
  }
}

/** The number of entries processed at once in a process. */
const LANES = 3;
const POLL_MILLIS = 2_000;
/** The time limit of a handler, including a slow mail server. */
const PATIENCE_MILLIS = 90_000;
const MAX_WAIT_SECONDS = 3_600;
/** After so many attempts an entry has failed. */
export const MAX_ATTEMPTS = 30;

const placeOf = (issuerId: string, id: string) => `outbox/${issuerId}/${id}`;

/** A side effect: what happens, for which issuer. */
export interface Effect {
  issuerId: string;
  topic: string;
  payload: unknown;
}

/**
 * The statement that adds a side effect to the transaction that causes it: it happens if and only if that commits. The
 * payload is stored encrypted, since it may contain a code or an address, and is deleted afterwards. As a part of another
 * statement (`WITH queued AS (…)`) it saves a trip to the database, where answers are waited for.
 */
export const enqueueing = (effect: Effect): Prisma.Sql => enqueueingIf(Prisma.sql`SELECT`, effect);

/** The same for a part of a statement: the side effect happens once for each row of `cause`, which has one at most. */
export function enqueueingIf(cause: Prisma.Sql, { issuerId, topic, payload }: Effect): Prisma.Sql {
  const id = newId();
  const sealed = encrypt('outbox', Buffer.from(JSON.stringify(payload)), placeOf(issuerId, id));
  return Prisma.sql`
    INSERT INTO outbox (issuer_id, id, topic, payload, available_at, created_at)
    SELECT ${issuerId}::uuid, ${id}::uuid, ${topic}, ${sealed}::bytea, statement_timestamp(), statement_timestamp()
    FROM (${cause}) cause`;
}

/** Adds a side effect to the transaction that causes it. */
export async function enqueue(tx: Writer, effect: Effect): Promise<void> {
  await tx.$executeRaw`${enqueueing(effect)}`;
}

/** Adds any number of side effects to the transaction that causes them, by one statement. */
export async function enqueueAll(tx: Writer, effects: readonly Effect[]): Promise<void> {
  if (effects.length === 0) return;
  const rows = effects.map(({ issuerId, topic, payload }) => {
    const id = newId();
    const sealed = encrypt('outbox', Buffer.from(JSON.stringify(payload)), placeOf(issuerId, id));
    return { issuer: issuerId, id, topic, payload: sealed.toString('base64') };
  });
  await tx.$executeRaw`
    INSERT INTO outbox (issuer_id, id, topic, payload, available_at, created_at)
    SELECT e.issuer, e.id, e.topic, decode(e.payload, 'base64'), statement_timestamp(), statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (issuer uuid, id uuid, topic text, payload text)`;
}

/** The maximum number of waiting requests from visitors; further ones are refused. */
const MOST_ASKED = 10_000;
const BUSY_SECONDS = 30;

const waitingRow = z.strictObject({ waiting: z.number() });

/**
 * Queues a visitor's request for the background, whether or not the user exists. The queue is limited. @throws Busy if
 * it is full
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
 * Works on the outbox until the returned function is called. An entry is locked while it is processed, so no two
 * processes take the same, and a process that dies releases it immediately. The database's clock decides when an entry
 * is due, because those of the processes may differ.
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

/** Processes the entry that has waited longest; false if none is due. */
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
      // After a rollback to here, the entry stays locked until it is postponed, so that no other lane takes it.
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
    // The transaction itself ended: it took too long, or lost its connection.
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

/** Retries after 2, 4, 8 … seconds, at most an hour apart; never if it can't succeed. */
async function postpone(tx: Transaction, { issuerId, id, topic, attempts }: Entry, error: Error): Promise<void> {
  const failed = error instanceof Undeliverable || attempts + 1 >= MAX_ATTEMPTS;
  const told = error instanceof NotYet ? error.seconds : 0;
  const wait = Math.min(Math.max(told, 2 ** (attempts + 1)), MAX_WAIT_SECONDS);
  log[failed ? 'error' : 'warn']({ err: error, topic, attempts: attempts + 1 }, 'a side effect did not happen');
  await tx.$executeRaw`
    UPDATE outbox SET attempts = attempts + 1, last_error = ${redact(error.message, 500)},
      status = CASE WHEN ${failed} THEN 'failed'::outbox_status ELSE 'queued'::outbox_status END,
      payload = CASE WHEN ${failed} THEN NULL ELSE payload END,
      finished_at = CASE WHEN ${failed} THEN statement_timestamp() END,
      available_at = statement_timestamp() + make_interval(secs => ${wait})
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'queued' AND attempts = ${attempts}`;
}
