import { type Transaction, transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import type { RowRefusal } from './draft';
import type { Owner } from './record-list';

/** What a command over several fields or records comes to. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusals: RowRefusal[] };

/** Leaves a transaction with nothing written. */
export class Undone extends Error {
  constructor(readonly refusals: RowRefusal[]) {
    super('undone');
  }
}

export const undo = (...refusals: Refusal[]): never => {
  throw new Undone(refusals.map((refusal) => ({ row: 0, ...refusal })));
};

/** Leaves the transaction if anything is refused. */
export function undoAll(refusals: RowRefusal[]): void {
  if (refusals.length > 0) throw new Undone(refusals);
}

/** Runs a command's work as one transaction, of which a refusal leaves nothing. */
export async function settled<T>(work: (tx: Transaction) => Promise<T>, timeout?: number): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await transaction(work, timeout) };
  } catch (error) {
    if (error instanceof Undone) return { ok: false, refusals: error.refusals };
    throw error;
  }
}

/** Nobody changes what a company inherits from its issuer before the transaction ends. */
export async function lockInherited(tx: Transaction, { issuerId }: Owner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`setup/${issuerId}/${issuerId}`}, 0))`;
}

/** Nobody else writes set-up records of this owner before the transaction ends, so that what is counted and looked up holds. */
export async function lockOwner(tx: Transaction, { issuerId, id }: Owner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`setup/${issuerId}/${id}`}, 0))`;
}
