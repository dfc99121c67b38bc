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
  /** The time of the next attempt after a failure. */
  restsUntil: number;
}

/** How long a read waits for the replica to catch up; else the primary answers. */
const PATIENCE_MILLIS = 150;
const POLL_MILLIS = 5;
const REST_MILLIS = 5_000;
const LAG_REST_MILLIS = 1_000;

// As in lib/core/database/database.ts: the pool belongs to the process.
const place = globalThis as typeof globalThis & { tesseraReplica?: Replica };

function replica(): Replica | null {
  const url = config().DATABASE_REPLICA_URL;
  if (!url) return null;
  place.tesseraReplica ??= { to: connectionsTo(url, 'tessera-reads', 2_000), restsUntil: 0 };
  return place.tesseraReplica.restsUntil > performance.now() ? null : place.tesseraReplica;
}

/**
 * Runs a query on the streaming replica, if configured (DATABASE_REPLICA_URL): lists and exports, which may be long.
 * The result includes everything committed before: it waits shortly for the replica to catch up, and else queries the
 * primary, also if the replica fails.
 */
export const reading = <T>(query: (db: PrismaClient) => Promise<T>): Promise<T> =>
  readingOf(({ prisma }) => query(prisma));

/** Does the same for streams: `begin` gets the connections reserved for them. */
export const readingStream = <T>(begin: (streams: pg.Pool) => Promise<T>): Promise<T> =>
  readingOf(({ streams }) => begin(streams));

async function readingOf<T>(read: (from: Connections) => Promise<T>): Promise<T> {
  const replicaInUse = replica();
  if (!replicaInUse) return read(connections());
  try {
    if (await hasAll(replicaInUse.to)) return await read(replicaInUse.to);
    replicaInUse.restsUntil = performance.now() + LAG_REST_MILLIS;
  } catch (err) {
    // An error of the query itself would also occur on the primary.
    if (!isReplicas(err)) throw err;
    log.warn({ err }, 'the replica could not be read, the primary is');
    replicaInUse.restsUntil = performance.now() + REST_MILLIS;
  }
  return read(connections());
}

const placeRow = z.strictObject({ at: z.string() });
const replayedRow = z.strictObject({ reached: z.boolean().nullable() });

/** Whether the replica has replayed everything that the primary has flushed. */
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

/** Lost connections, shutdowns, and queries cancelled by the replay (classes 08, 40, 53, 57P; no code: no answer). */
function isReplicas(err: unknown): boolean {
  const state = sqlStateOf(err);
  return state === null || /^(08|40|53|57P)/.test(state);
}

/** Closes all connections to the replica; the next read opens them again. */
export async function closeReplica(): Promise<void> {
  const replicaInUse = place.tesseraReplica;
  place.tesseraReplica = undefined;
  if (replicaInUse) await disconnect(replicaInUse.to);
}
