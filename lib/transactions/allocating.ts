import type { Principal } from '../access/principal';
import type { Codes } from '../allocation/check-codes';
import { defaultCodes } from '../allocation/default-codes';
import { type Coding, codingsOf, type Scheme } from '../allocation/schemes';
import { database } from '../core/database';
import { type Allocation, allocationsOf } from './allocations';
import { type CustomField, customFieldsOf } from './custom-fields';
import { type ShownTransaction, seenTransaction } from './transactions';

/** What somebody needs to allocate a transaction: what is asked for, what is filled in, what would be by default. */
export interface AllocatingView {
  transaction: ShownTransaction;
  coding: Coding;
  scheme: Scheme | null;
  customFields: readonly CustomField[];
  allocations: readonly Allocation[];
  /** Nothing once somebody has allocated it. */
  defaults: Codes;
}

/** A transaction that the principal sees, with what it is allocated by; null for what is elsewhere. */
export async function allocating(principal: Principal, id: string): Promise<AllocatingView | null> {
  const transaction = await seenTransaction(principal, id);
  if (!transaction) return null;
  const { issuerId, companyId, accountPath } = transaction;
  const [codings, fields, allocated] = await Promise.all([
    codingsOf(database(), { issuerId, companyId }, [accountPath]),
    customFieldsOf([transaction]),
    allocationsOf(database(), [transaction])
  ]);
  const coding = codings.get(accountPath) as Coding;
  const allocations = allocated.get(id) ?? [];
  const { scheme } = coding;
  const [defaults = {}] =
    scheme && allocations.length === 0
      ? await defaultCodes(database(), issuerId, [{ ...transaction, schemeId: scheme.id }])
      : [];
  return { transaction, coding, scheme, customFields: fields.get(companyId) ?? [], allocations, defaults };
}
