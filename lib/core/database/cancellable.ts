import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { log } from '../server/log';
import { database, type Transaction } from './database';
import type { PrismaClient } from './prisma/client';
import { readRows } from './rows';

const CANCELLED_EVERY_MILLIS = 200;
const pidRow = z.strictObject({ pid: z.number() });

/**
 * Does the work of a transaction; once `signal` is aborted, its statement that the database is still working on is cancelled.
 * `on` is the database of the transaction, which on a replica is another one.
 */
export async function cancellable<T>(
  tx: Transaction,
  signal: AbortSignal,
  work: () => Promise<T>,
  on: PrismaClient = database()
): Promise<T> {
  const [row] = await readRows(tx, pidRow)`SELECT pg_backend_pid() AS pid`;
  let isOver = false;
  let cancelling: Promise<unknown> = Promise.resolve();
  /** Again and again, because between two statements there is none to cancel. */
  const cancelAll = async () => {
    for (; !isOver; await pause(CANCELLED_EVERY_MILLIS))
      await on.$executeRaw`SELECT pg_cancel_backend(${row?.pid}::int)`;
  };
  const cancel = () => {
    cancelling = cancelAll().catch((err) => log.warn({ err }, 'a statement could not be cancelled'));
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel);
  try {
    return await work();
  } finally {
    isOver = true;
    signal.removeEventListener('abort', cancel);
    // The connection is somebody else's next.
    await cancelling;
  }
}
