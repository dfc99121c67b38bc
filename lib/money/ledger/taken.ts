import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';

const TIMEOUT_MILLIS = 3_600_000;

/** The rows that `take` has locked, with issuer, day and id. */
export const TAKEN = Prisma.sql`ledger_taken`;

/** Runs work on any number of transactions in one database transaction. */
export function inTaken<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = '3600s'`;
    await tx.$executeRaw`SET LOCAL work_mem = '64MB'`;
    return work(tx);
  }, TIMEOUT_MILLIS);
}

/**
 * Locks transactions until the transaction ends, in the common order of `keys`, so that two commands over the same rows
 * wait for one another but never deadlock. A command that waited gets the rows that still match `keys`.
 * @returns the number of rows
 */
export async function take(tx: Transaction, keys: Prisma.Sql): Promise<number> {
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE ledger_taken (issuer_id uuid NOT NULL, posting_date date NOT NULL, id uuid NOT NULL) ON COMMIT DROP`;
  const count = await tx.$executeRaw`INSERT INTO ledger_taken ${keys} FOR UPDATE OF t`;
  await tx.$executeRaw`ANALYZE ledger_taken`;
  return count;
}
