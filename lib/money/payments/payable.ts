import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { programFeatures } from '../../directory/programs/features';
import { seenAccount } from '../../directory/structure/accounts';
import { seenNode } from '../../directory/structure/nodes';
import type { Scheme } from '../wallet/schema';

/** A card account that a principal may pay for. */
export interface PayableAccount {
  issuerId: string;
  id: string;
  companyId: string;
  name: string;
  /** Masked. */
  cardNumber: string;
  currency: string;
}

/** Why a principal can't make payments, or null: it takes the right, one's own eyes, and a programme with bill pay. */
export async function payingFault(principal: Principal): Promise<Refusal | null> {
  const has = may(principal, 'payments', 'modify') && (await programFeatures(principal)).has('bill.pay');
  return has ? null : { code: 'forbidden.action' };
}

/** An account of the principal's part of the structure that can be paid for, or null: what replaced it is paid instead. */
export async function payableAccount(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<PayableAccount | null> {
  if (!may(principal, 'payments', 'modify')) return null;
  const [node, account] = [await seenNode(principal, id, tx), await seenAccount(principal, id, tx)];
  if (!node?.companyId || !account || account.replacedById) return null;
  const { issuerId, companyId, name1: name } = node;
  return { issuerId, id, companyId, name, cardNumber: account.cardNumber, currency: account.currency };
}

/** The scheme of the bank accounts that a card account is paid from: US dollars are collected by ACH, all else by IBAN. */
export const schemeOf = (currency: string): Scheme => (currency === 'USD' ? 'us' : 'iban');
