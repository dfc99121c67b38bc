import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { config } from '../server/config';
import { log } from '../server/log';
import { type Prisma, PrismaClient } from './prisma/client';

/** One further connection for streams for every five of a pool. */
const STREAMS_SHARE = 5;
/** The longest wait of a stream for a connection, in milliseconds: below the timeouts of proxies. */
const STREAMS_WAIT = 45_000;
/** A merchant at a till waits for two seconds: how long an answer waits for a connection, and each of its statements takes. */
const ANSWERS_WAIT = 700;

/** The connections of a process to a database. */
export interface Connections {
  pool: pg.Pool;
  /** Separate connections for answers as slow as their readers, so that these don't use up the others. */
  streams: pg.Pool;
  /** Separate connections for answers that somebody waits for at a till, which nothing else keeps busy. */
  answers: pg.Pool;
  /** Uses the first pool. */
  prisma: PrismaClient;
}

// Next evaluates modules once for pages and once for route handlers; the pool belongs to the process.
const place = globalThis as typeof globalThis & { tesseraDatabase?: Connections };

/** Connects on demand; `wait` is the longest wait for a connection, in milliseconds. */
export function connectionsTo(connectionString: string, name: string, wait: number): Connections {
  const max = config().DATABASE_POOL;
  // A broken connection (database restarted) is replaced at the next query.
  const lost = (err: Error) => log.warn({ err, pool: name }, 'database connection lost');
  const open = (options: pg.PoolConfig) => {
    const pool = new pg.Pool({ connectionString, idleTimeoutMillis: 30_000, ...options });
    pool.on('error', lost);
    pool.on('connect', (client) => void client.on('error', lost));
    return pool;
  };
  const pool = open({ application_name: name, max, connectionTimeoutMillis: wait, statement_timeout: 30_000 });
  const streams = open({
    application_name: `${name}-streams`,
    max: Math.ceil(max / STREAMS_SHARE),
    connectionTimeoutMillis: STREAMS_WAIT
  });
  const answers = open({
    application_name: `${name}-answers`,
    max: Math.ceil(max / 2),
    connectionTimeoutMillis: ANSWERS_WAIT,
    statement_timeout: ANSWERS_WAIT,
    // Statements prepared here always have the same text and the same few keys: planning them anew takes a third of their time.
    options: '-c plan_cache_mode=force_generic_plan'
  });
  return { pool, streams, answers, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

/** Closes all connections. */
export async function disconnect({ pool, streams, answers, prisma }: Connections): Promise<void> {
  await prisma.$disconnect();
  for (const one of [pool, streams, answers]) if (!one.ended) await one.end();
}

/** The connections of this process. */
export function connections(): Connections {
  place.tesseraDatabase ??= connectionsTo(config().DATABASE_URL, 'tessera', 5_000);
  return place.tesseraDatabase;
}

/** The PostgreSQL pool of this process. */
export function databasePool(): pg.Pool {
  return connections().pool;
}

/** The Prisma client of this process, over the same pool. */
export function database(): PrismaClient {
  return connections().prisma;
}

/** Closes every connection; the next call opens them again. */
export async function closeDatabase(): Promise<void> {
  const open = place.tesseraDatabase;
  place.tesseraDatabase = undefined;
  if (open) await disconnect(open);
}

export type Transaction = Prisma.TransactionClient;

/** Runs `work` as one transaction, with a limit of `timeout` milliseconds. */
export function transaction<T>(work: (tx: Transaction) => Promise<T>, timeout = 15_000): Promise<T> {
  return database().$transaction(work, { maxWait: 5_000, timeout });
}
