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

const UNREACHABLE = /^(P1001|P1002|P1017|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|57P0[123])$/;

/** Whether an error says that the database can't be reached: nobody can be told who they are until it can. */
export function isUnavailable(error: unknown): boolean {
  const { code, message, meta } = (error ?? {}) as {
    code?: string;
    message?: string;
    meta?: { driverAdapterError?: { cause?: { kind?: string } } };
  };
  return (
    UNREACHABLE.test(code ?? '') ||
    meta?.driverAdapterError?.cause?.kind === 'DatabaseNotReachable' ||
    message?.startsWith('Connection terminated') === true
  );
}

/** Seconds after which it is worth asking an unreachable database again. */
export const UNAVAILABLE_SECONDS = 10;
