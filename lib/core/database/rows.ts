import { z } from 'zod';
import { config } from '../server/config';
import type { Transaction } from './database';
import type { Prisma } from './prisma/client';

/** A client, a replica's client, or a transaction. */
export type Reader = Pick<Transaction, '$queryRaw'>;

type Statement = TemplateStringsArray | Prisma.Sql;

/**
 * The rows of a statement: readRows(tx, userRow)`SELECT …`. In development and tests each row must match its schema
 * exactly; in production rows are passed through.
 */
export const readRows =
  <Row extends z.ZodType>(db: Reader, row: Row) =>
  async (statement: Statement, ...values: unknown[]): Promise<z.infer<Row>[]> => {
    const rows = await db.$queryRaw<z.infer<Row>[]>(statement, ...values);
    return checkRows(row, rows, statement);
  };

/** The rows that a statement gave, which match their schema exactly in development and tests. */
export function checkRows<Row extends z.ZodType>(row: Row, rows: z.infer<Row>[], statement: Statement): z.infer<Row>[] {
  if (config().TESSERA_MODE === 'development') for (const one of rows) check(row, one, statement);
  return rows;
}

/** Whether a statement has any rows: exists(tx)`SELECT 1 FROM …`. */
export const exists =
  (db: Reader) =>
  async (statement: Statement, ...values: unknown[]): Promise<boolean> =>
    (await db.$queryRaw<unknown[]>(statement, ...values)).length > 0;

/** @throws Error naming the statement and the mismatched columns, but no value */
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

/** A text with values of a type declared elsewhere. */
export const textOf = <Text extends string>(): z.ZodType<Text> => z.string() as never;

/** A jsonb value with the shape of a type declared elsewhere. */
export const jsonOf = <Value>(): z.ZodType<Value> => z.custom<Value>((value) => value !== undefined && value !== null);

/** One id. */
export const idRow = z.strictObject({ id: z.string() });

/** The key of a tenant's record. */
export const keyRow = z.strictObject({ issuerId: z.string(), id: z.string() });
