import { type Transaction, transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import type { RowRefusal } from './draft';
import type { Owner } from './record-list';

/** The outcome of a command over several fields or records. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusals: RowRefusal[] };

/** Rolls back a transaction. */
export class Undone extends Error {
  constructor(readonly refusals: RowRefusal[]) {
    super('undone');
  }
}

export const undo = (...refusals: Refusal[]): never => {
  throw new Undone(refusals.map((refusal) => ({ row: 0, ...refusal })));
};

/** Rolls back the transaction if there is any refusal. */
export function undoAll(refusals: RowRefusal[]): void {
  if (refusals.length > 0) throw new Undone(refusals);
}

/** Runs a command's work in one transaction, which a refusal rolls back. */
export async function settled<T>(work: (tx: Transaction) => Promise<T>, timeout?: number): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await transaction(work, timeout) };
  } catch (error) {
    if (error instanceof Undone) return { ok: false, refusals: error.refusals };
    throw error;
  }
}

/** Locks the records that a company inherits from its issuer until the transaction ends. */
export async function lockInherited(tx: Transaction, { issuerId }: Owner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`setup/${issuerId}/${issuerId}`}, 0))`;
}

/** Locks the set-up records of this owner until the transaction ends, so that counts and look-ups remain valid. */
export async function lockOwner(tx: Transaction, { issuerId, id }: Owner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`setup/${issuerId}/${id}`}, 0))`;
}
