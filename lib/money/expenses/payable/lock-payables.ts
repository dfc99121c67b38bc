import type { Transaction } from '../../../core/database/database';

/** Lets one command at a time write or void payable files of an issuer, until the transaction ends. */
export async function lockPayables(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`payable_files/${issuerId}`}, 0))`;
}
