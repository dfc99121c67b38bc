import type { PoolClient } from 'pg';
import { databasePool, type Transaction } from './database';
import { Prisma } from './prisma/client';

/** The part of a transaction that writes. */
export type Writer = Pick<Transaction, '$executeRaw'>;

/** What writes in the transaction of a client, or each statement by itself with a pool. Bytes go as they are, and not as text. */
export const writerOn = (client: Pick<PoolClient, 'query'>): Writer =>
  ({
    async $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const { text, values: given } = 'raw' in query ? Prisma.sql(query, ...values) : query;
      return (await client.query(text, given)).rowCount ?? 0;
    }
  }) as Writer;

/** A transaction on its own connection, which COPY and temporary tables need. */
export async function onOwnConnection<T>(work: (client: PoolClient, tx: Writer) => Promise<T>): Promise<T> {
  const client = await databasePool().connect();
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = '300s'; SET LOCAL work_mem = '64MB'");
    const result = await work(client, writerOn(client));
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection in an unknown state is closed.
    client.release(true);
    throw error;
  }
}
