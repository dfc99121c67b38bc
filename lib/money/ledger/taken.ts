import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';

const TIMEOUT_MILLIS = 3_600_000;

/** The rows that `take` has locked: of one transaction, with issuer, day and id. */
export const TAKEN = Prisma.sql`ledger_taken`;

/** Runs what takes any number of transactions, as one: all of it is written, or none. */
export function inTaken<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = '3600s'`;
    await tx.$executeRaw`SET LOCAL work_mem = '64MB'`;
    return work(tx);
  }, TIMEOUT_MILLIS);
}

/**
 * Locks transactions until the transaction ends, in the order of `keys`, which is everybody's, so that two commands over
 * the same rows wait for one another and never for each other. Whoever waited gets those that are still as `keys` asks.
 * @returns how many
 */
export async function take(tx: Transaction, keys: Prisma.Sql): Promise<number> {
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE ledger_taken (issuer_id uuid NOT NULL, posting_date date NOT NULL, id uuid NOT NULL) ON COMMIT DROP`;
  const count = await tx.$executeRaw`INSERT INTO ledger_taken ${keys} FOR UPDATE OF t`;
  await tx.$executeRaw`ANALYZE ledger_taken`;
  return count;
}
