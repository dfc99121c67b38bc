import type { Transaction } from '../../core/database/database';

/** Lets one at a time write files of an issuer, read answers or settle, until the transaction ends. */
export async function lockRails(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`payment rails/${issuerId}`}, 0))`;
}
