import { Prisma } from '../../core/database/prisma/client';

/**
 * The condition that the state in a column is one that an event starts from: every statement that changes a state has
 * it, so that whoever comes second changes nothing.
 */
export const startingFrom = (column: Prisma.Sql, { from }: { from: readonly string[] }): Prisma.Sql =>
  Prisma.sql`${column}::text = ANY(${[...from]}::text[])`;

/** Makes sure that a statement with that condition changed every row it was for. @throws where one was changed meanwhile */
export function mustChange(changed: number, expected: number): void {
  if (changed !== expected)
    throw new Error(`the state of ${expected - changed} of ${expected} records has changed meanwhile`);
}
