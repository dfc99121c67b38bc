import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { config } from './config';
import { log } from './log';
import { type Prisma, PrismaClient } from './prisma/client';

interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
}

// Next evaluates modules once for pages and once for route handlers; the pool belongs to the process.
const place = globalThis as typeof globalThis & { tesseraDatabase?: Database };

function open(): Database {
  const pool = new pg.Pool({
    connectionString: config().DATABASE_URL,
    max: config().DATABASE_POOL,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: 'tessera'
  });
  // A connection that breaks (database restarted) is replaced at the next query.
  const lost = (err: Error) => log.warn({ err }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => void client.on('error', lost));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

/** The PostgreSQL pool of this process. */
export function databasePool(): pg.Pool {
  place.tesseraDatabase ??= open();
  return place.tesseraDatabase.pool;
}

/** The Prisma client of this process, over the same pool. */
export function database(): PrismaClient {
  place.tesseraDatabase ??= open();
  return place.tesseraDatabase.prisma;
}

/** Closes every connection; the next call opens them again. */
export async function closeDatabase(): Promise<void> {
  const open = place.tesseraDatabase;
  place.tesseraDatabase = undefined;
  await open?.prisma.$disconnect();
  if (open && !open.pool.ended) await open.pool.end();
}

export type Transaction = Prisma.TransactionClient;

/** Runs `work` as one transaction: all of it is written, or none. It may take `timeout` milliseconds. */
export function transaction<T>(work: (tx: Transaction) => Promise<T>, timeout = 15_000): Promise<T> {
  return database().$transaction(work, { maxWait: 5_000, timeout });
}
