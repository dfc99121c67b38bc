import { may, type Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { programFeatures } from '../../directory/programs/features';
import { type CardTransaction, heldTransactions, seenTransactions } from '../transactions/transactions';

/** The kinds of transactions that can be disputed: a merchant's credit, a fee and a payment are none. */
const TYPES: readonly CardTransaction['type'][] = ['purchase', 'cash'];

/** Why a transaction can't be disputed at all, or null: only the bank's purchases and cash withdrawals can. */
export const disputeFault = ({ type, addedBy }: Pick<CardTransaction, 'type' | 'addedBy'>): Refusal | null =>
  TYPES.includes(type) && addedBy === null ? null : { code: 'dispute.not.possible' };

/** Why a principal can't prepare disputes, or null: the right is needed, and a programme with disputes (C1.013). */
export async function preparingFault(principal: Principal): Promise<Refusal | null> {
  const has = may(principal, 'disputes', 'modify') && (await programFeatures(principal)).has('disputes');
  return has ? null : { code: 'forbidden.action' };
}

/** A transaction that the principal may dispute; `isHeld` locks it until the transaction ends. */
export async function disputable(
  tx: Transaction,
  principal: Principal,
  id: string,
  { isHeld = false } = {}
): Promise<Result<CardTransaction>> {
  const closed = await preparingFault(principal);
  if (closed) return refused(closed);
  const [found] = isHeld ? await heldTransactions(tx, principal, [id]) : await seenTransactions(principal, [id], tx);
  if (!found) return refused({ code: 'not.found' });
  const fault = disputeFault(found);
  return fault ? refused(fault) : accepted(found);
}
