import type { z } from 'zod';
import { connections } from './database';
import { Prisma } from './prisma/client';
import { checkRows } from './rows';

/** A statement that each connection prepares once, under a name that no other has. */
const answering = (name: string, { text, values }: Prisma.Sql) =>
  connections().answers.query({ name, text, values: [...values] });

/**
 * The rows of a statement, on the connections of those who wait at a till: readPrepared(cardRow, 'card.asked')`SELECT …`.
 * Each is a transaction of its own. Its text is always the same, and numbers, texts and instants come as the driver gives
 * them: numeric as text.
 */
export const readPrepared =
  <Row extends z.ZodType>(row: Row, name: string) =>
  async (parts: TemplateStringsArray, ...values: unknown[]): Promise<z.infer<Row>[]> => {
    const statement = Prisma.sql(parts, ...values);
    const { rows } = await answering(name, statement);
    return checkRows(row, rows, statement);
  };
