import { Prisma } from '../../core/database/prisma/client';

/**
 * The condition that the state in a column permits an event. Every statement that changes a state has it, so that the
 * second of two concurrent events changes nothing.
 */
export const startingFrom = (column: Prisma.Sql, { from }: { from: readonly string[] }): Prisma.Sql =>
  Prisma.sql`${column}::text = ANY(${[...from]}::text[])`;

/** Checks that a statement with that condition changed all of its rows. @throws if one was changed meanwhile */
export function mustChange(changed: number, expected: number): void {
  if (changed !== expected)
    throw new Error(`the state of ${expected - changed} of ${expected} records has changed meanwhile`);
}
