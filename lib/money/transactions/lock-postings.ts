import type { Writer } from '../../core/database/own-connection';

/**
 * Holds up the posting of an issuer's transactions until the transaction ends: one posts at a time, and who adds up what
 * was posted has either all of a chunk or nothing of it.
 */
export const lockPostings = async (tx: Writer, issuerId: string): Promise<void> => {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`feeds/${issuerId}`}, 0))`;
};
