import { z } from 'zod';
import { config } from '../server/config';
import type { Transaction } from './database';
import type { Prisma } from './prisma/client';

/** What a statement is asked of: the client, one of a replica's, or a transaction. */
export type Reader = Pick<Transaction, '$queryRaw'>;

type Statement = TemplateStringsArray | Prisma.Sql;

/**
 * The rows of a statement: readRows(tx, userRow)`SELECT …`. While it is developed and tested, each row is held to its
 * schema, all columns of it and no other; in production rows go through as they came.
 */
export const readRows =
  <Row extends z.ZodType>(db: Reader, row: Row) =>
  async (statement: Statement, ...values: unknown[]): Promise<z.infer<Row>[]> => {
    const rows = await db.$queryRaw<z.infer<Row>[]>(statement, ...values);
    if (config().TESSERA_MODE === 'development') for (const one of rows) check(row, one, statement);
    return rows;
  };

/** Whether a statement has any rows: exists(tx)`SELECT 1 FROM …`. */
export const exists =
  (db: Reader) =>
  async (statement: Statement, ...values: unknown[]): Promise<boolean> =>
    (await db.$queryRaw<unknown[]>(statement, ...values)).length > 0;

/** @throws Error naming the statement and the columns that are otherwise, and no value */
function check(schema: z.ZodType, row: unknown, statement: Statement): void {
  const { error } = schema.safeParse(row);
  if (!error) return;
  const faults = error.issues.map((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? `${issue.keys.join(', ')}: not in the schema`
      : `${String(issue.path[0])}: ${issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.code}`
  );
  const text = 'raw' in statement ? statement.join('…') : statement.sql;
  throw new Error(`rows are not as their schema says, of "${text.trim().split('\n')[0]}": ${faults.join('; ')}`);
}

/** A text whose values are told by a type declared elsewhere. */
export const textOf = <Text extends string>(): z.ZodType<Text> => z.string() as never;

/** A value of jsonb whose shape is told by a type declared elsewhere. */
export const jsonOf = <Value>(): z.ZodType<Value> => z.custom<Value>((value) => value !== undefined && value !== null);

/** One id. */
export const idRow = z.strictObject({ id: z.string() });

/** The key of a tenant's record. */
export const keyRow = z.strictObject({ issuerId: z.string(), id: z.string() });
