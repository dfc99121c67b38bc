import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { config } from '../server/config';
import { log } from '../server/log';
import { type Connections, connections, connectionsTo, database, disconnect } from './database';
import type { PrismaClient } from './prisma/client';
import { readRows } from './rows';
import { sqlStateOf } from './sql-state';

interface Replica {
  to: Connections;
  /** After it failed: when it is asked again. */
  restsUntil: number;
}

/** How long a read waits until the replica has what was committed before; a replica further behind is passed over. */
const PATIENCE_MILLIS = 150;
const POLL_MILLIS = 5;
const REST_MILLIS = 5_000;
const LAG_REST_MILLIS = 1_000;

// As lib/core/database/database.ts: the pool belongs to the process.
const place = globalThis as typeof globalThis & { tesseraReplica?: Replica };

function replica(): Replica | null {
  const url = config().DATABASE_REPLICA_URL;
  if (!url) return null;
  place.tesseraReplica ??= { to: connectionsTo(url, 'tessera-reads', 2_000), restsUntil: 0 };
  return place.tesseraReplica.restsUntil > performance.now() ? null : place.tesseraReplica;
}

/**
 * Asks a query of the streaming replica, where one is set (DATABASE_REPLICA_URL): lists and exports, which may be long.
 * Whatever had been committed before it was asked is in its answer: it waits for the replica to have it, a moment, and
 * is else asked of the primary, as it is when the replica fails.
 */
export const reading = <T>(query: (db: PrismaClient) => Promise<T>): Promise<T> =>
  readingOf(({ prisma }) => query(prisma));

/** The same for what streams: `begin` gets the connections kept for that, and what it began goes on by itself. */
export const readingStream = <T>(begin: (streams: pg.Pool) => Promise<T>): Promise<T> =>
  readingOf(({ streams }) => begin(streams));

async function readingOf<T>(read: (from: Connections) => Promise<T>): Promise<T> {
  const found = replica();
  if (!found) return read(connections());
  try {
    if (await hasAll(found.to)) return await read(found.to);
    found.restsUntil = performance.now() + LAG_REST_MILLIS;
  } catch (err) {
    // What is wrong with the query itself is so on the primary too.
    if (!isReplicas(err)) throw err;
    log.warn({ err }, 'the replica could not be read, the primary is');
    found.restsUntil = performance.now() + REST_MILLIS;
  }
  return read(connections());
}

const placeRow = z.strictObject({ at: z.string() });
const replayedRow = z.strictObject({ reached: z.boolean().nullable() });

/** Whether the replica has replayed all that the primary has flushed by now. */
async function hasAll({ prisma }: Connections): Promise<boolean> {
  const [primary] = await readRows(database(), placeRow)`SELECT pg_current_wal_flush_lsn()::text AS at`;
  const until = performance.now() + PATIENCE_MILLIS;
  do {
    const [replayed] = await readRows(prisma, replayedRow)`
      SELECT pg_last_wal_replay_lsn() >= ${primary?.at}::pg_lsn AS reached`;
    if (replayed?.reached) return true;
    if (replayed?.reached === null) throw new Error('DATABASE_REPLICA_URL is no replica');
    await pause(POLL_MILLIS);
  } while (performance.now() < until);
  return false;
}

/** Lost connections, shutdowns, and queries that had to yield to what was replayed (classes 08, 40, 53, 57P; none: no answer). */
function isReplicas(err: unknown): boolean {
  const state = sqlStateOf(err);
  return state === null || /^(08|40|53|57P)/.test(state);
}

/** Closes every connection to the replica; the next read opens them again. */
export async function closeReplica(): Promise<void> {
  const found = place.tesseraReplica;
  place.tesseraReplica = undefined;
  if (found) await disconnect(found.to);
}
