/** What a unique key, and what a foreign key, refuses a statement with (PostgreSQL, appendix A). */
export const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';

interface Driven {
  originalCode?: string;
}

/**
 * The SQLSTATE (PostgreSQL appendix A) of a query's error; null for other errors. It is in the error itself (pg), in
 * Prisma's description of the driver's error, or in the driver's own error, which a COMMIT throws.
 */
export function sqlStateOf(error: unknown): string | null {
  const { code, meta, cause } = (error ?? {}) as {
    code?: string;
    meta?: { driverAdapterError?: { cause?: Driven } };
    cause?: Driven;
  };
  const state = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? code ?? '';
  return /^[0-9A-Z]{5}$/.test(state) && !/^P\d{4}$/.test(state) ? state : null;
}
