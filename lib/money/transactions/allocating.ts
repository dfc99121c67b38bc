import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import type { Codes } from '../allocation/check-codes';
import { defaultCodes } from '../allocation/default-codes';
import type { Coding, Scheme } from '../allocation/schemes';
import { type Allocation, allocationsOf } from './allocations';
import { type CustomField, customFieldsOf } from './custom-fields';
import { codingsByCompany } from './review-faults';
import { type ShownTransaction, seenTransactions } from './transactions';

/** The data for allocating a transaction: the required fields, the current values and the defaults. */
export interface AllocatingView {
  transaction: ShownTransaction;
  coding: Coding;
  scheme: Scheme | null;
  customFields: readonly CustomField[];
  allocations: readonly Allocation[];
  /** Empty once the transaction is allocated. */
  defaults: Codes;
}

/** A transaction that the principal sees, with the data for allocating it, or null. */
export const allocating = async (principal: Principal, id: string): Promise<AllocatingView | null> =>
  (await allocatingAll(principal, [id]))[0] ?? null;

/** The transactions of `ids` that the principal sees, in that order, with the data for allocating them. */
export async function allocatingAll(principal: Principal, ids: readonly string[]): Promise<AllocatingView[]> {
  const seen = new Map((await seenTransactions(principal, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => seen.get(id) ?? []);
  const [codings, fields, allocated] = await Promise.all([
    codingsByCompany(database(), rows),
    customFieldsOf(rows),
    allocationsOf(database(), rows)
  ]);
  const views = rows.map((transaction): AllocatingView => {
    const { id, companyId, accountPath } = transaction;
    const coding = codings.get(`${companyId}/${accountPath}`) as Coding;
    const customFields = fields.get(companyId) ?? [];
    return {
      transaction,
      coding,
      scheme: coding.scheme,
      customFields,
      allocations: allocated.get(id) ?? [],
      defaults: {}
    };
  });
  for (const issuerId of new Set(rows.map((row) => row.issuerId))) {
    const open = views.filter(
      ({ transaction, scheme, allocations }) => transaction.issuerId === issuerId && scheme && allocations.length === 0
    );
    const costs = open.map(({ transaction, scheme }) => ({ ...transaction, schemeId: (scheme as Scheme).id }));
    const defaults = await defaultCodes(database(), issuerId, costs);
    for (const [index, view] of open.entries()) view.defaults = defaults[index] ?? {};
  }
  return views;
}
