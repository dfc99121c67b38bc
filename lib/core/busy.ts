import { Busy } from './refusal';

/**
 * What an error means for the caller when more is asked for than can be done now, else null: a queue that
 * is full, or no free connection in time (pg's pool, Prisma P2028 and P2024).
 */
export function busyOf(error: unknown): Busy | null {
  if (error instanceof Busy) return error;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const starved = code === 'P2024' || code === 'P2028' || message?.includes('timeout exceeded when trying to connect');
  return starved ? new Busy('no database connection was free in time', 5) : null;
}
