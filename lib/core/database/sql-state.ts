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
