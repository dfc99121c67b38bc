import { sqlStateOf } from '../database/sql-state';
import { Busy } from '../entry/refusal';

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

const UNREACHABLE = /^(P1001|P1002|P1017|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT)$/;
/** Connection exceptions, and a server that ends a connection or takes none (PostgreSQL appendix A). */
const ENDED = /^(08...|57P0[123])$/;
/** What the driver says of a connection that was lost beneath it. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether an error says that the database can't be reached: nobody can be told who they are until it can. */
export function isUnavailable(error: unknown): boolean {
  const { code, message, meta } = (error ?? {}) as {
    code?: string;
    message?: string;
    meta?: { driverAdapterError?: { cause?: { kind?: string } } };
  };
  return (
    UNREACHABLE.test(code ?? '') ||
    ENDED.test(sqlStateOf(error) ?? '') ||
    meta?.driverAdapterError?.cause?.kind === 'DatabaseNotReachable' ||
    LOST.test(message ?? '')
  );
}

/** The seconds after which what failed is worth another try; null where that would fail again. */
export const secondsToWait = (error: unknown): number | null =>
  busyOf(error)?.retryAfterSeconds ?? (isUnavailable(error) ? UNAVAILABLE_SECONDS : null);

/** Seconds after which it is worth asking an unreachable database again. */
export const UNAVAILABLE_SECONDS = 10;
