interface Driven {
  originalCode?: string;
}

/**
 * The SQLSTATE (PostgreSQL appendix A) of an error that a query ended with; null for any other error. It stands in the
 * error itself (pg), in what Prisma says of its driver's, or in the driver's own, which is what a COMMIT throws.
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
