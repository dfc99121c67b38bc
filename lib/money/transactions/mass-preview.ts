import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import type { Coding } from '../allocation/schemes';
import { codingsByCompany } from './review-faults';
import { isEditable } from './states';
import { seenTransactions } from './transactions';

/** The transactions that could be allocated together. */
export interface MassPreview {
  /** The number of transactions read. */
  looked: number;
  /** The number that are reviewed, approved or exported already. */
  closed: number;
  /** The schemes of the open ones with their counts, most frequent first. */
  schemes: { id: string; name: string; count: number }[];
  /** The number of open ones without a scheme. */
  unschemed: number;
}

/** Counts the transactions of `ids` that the principal sees, by their scheme. */
export async function massPreview(principal: Principal, ids: readonly string[]): Promise<MassPreview> {
  const rows = await seenTransactions(principal, ids);
  const open = rows.filter(({ state }) => isEditable(state));
  const codings = await codingsByCompany(database(), open);
  const schemes = new Map<string, MassPreview['schemes'][number]>();
  let unschemed = 0;
  for (const { companyId, accountPath } of open) {
    const { scheme } = codings.get(`${companyId}/${accountPath}`) as Coding;
    if (!scheme) unschemed++;
    else schemes.set(scheme.id, { id: scheme.id, name: scheme.name, count: (schemes.get(scheme.id)?.count ?? 0) + 1 });
  }
  return {
    looked: rows.length,
    closed: rows.length - open.length,
    schemes: [...schemes.values()].sort((one, other) => other.count - one.count),
    unschemed
  };
}
