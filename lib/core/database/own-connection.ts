import type { PoolClient } from 'pg';
import { databasePool, type Transaction } from './database';
import { Prisma } from './prisma/client';

/** Writes in the transaction of a connection what is written as in any other transaction. */
export type Writer = Pick<Transaction, '$executeRaw'>;

/** A transaction on a connection of its own, which COPY and temporary tables need: all of it is written, or none. */
export async function onOwnConnection<T>(work: (client: PoolClient, tx: Writer) => Promise<T>): Promise<T> {
  const client = await databasePool().connect();
  const tx = {
    async $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const { text, values: given } = 'raw' in query ? Prisma.sql(query, ...values) : query;
      return (await client.query(text, given)).rowCount ?? 0;
    }
  } as Writer;
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = '300s'; SET LOCAL work_mem = '64MB'");
    const result = await work(client, tx);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // The connection goes with whatever it was in the middle of.
    client.release(true);
    throw error;
  }
}
