import { sqlStateOf } from '../database/sql-state';
import { Busy } from '../entry/refusal';

/**
 * The overload error of an error, else null: a full queue, or no free connection in time (pg's pool, Prisma P2028 and
 * P2024).
 */
export function busyOf(error: unknown): Busy | null {
  if (error instanceof Busy) return error;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const starved = code === 'P2024' || code === 'P2028' || message?.includes('timeout exceeded when trying to connect');
  return starved ? new Busy('no database connection was free in time', 5) : null;
}

const UNREACHABLE = /^(P1001|P1002|P1017|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT)$/;
/** Connection exceptions, and servers that end or refuse connections (PostgreSQL appendix A). */
const ENDED = /^(08...|57P0[123])$/;
/** The driver's messages for a lost connection. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether an error means that the database is unreachable, so that no user can be identified. */
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

/** The seconds to wait before a retry; null if a retry would fail again. */
export const secondsToWait = (error: unknown): number | null =>
  busyOf(error)?.retryAfterSeconds ?? (isUnavailable(error) ? UNAVAILABLE_SECONDS : null);

/** The seconds to wait before a retry if the database is unreachable. */
export const UNAVAILABLE_SECONDS = 10;
