/** The SQLSTATE (PostgreSQL appendix A) of an error that a query ended with; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  const { code, meta } = (error ?? {}) as {
    code?: string;
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
  };
  const state = meta?.driverAdapterError?.cause?.originalCode ?? code ?? '';
  return /^[0-9A-Z]{5}$/.test(state) && !/^P\d{4}$/.test(state) ? state : null;
}
