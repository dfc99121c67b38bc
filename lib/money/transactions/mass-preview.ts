import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import type { Coding } from '../allocation/schemes';
import { codingsByCompany } from './review-faults';
import { isEditable } from './states';
import { seenTransactions } from './transactions';

/** What could be allocated of many transactions. */
export interface MassPreview {
  /** That were looked at. */
  looked: number;
  /** That are reviewed, approved or exported already. */
  closed: number;
  /** Of the open ones: how many by scheme, the most frequent first. */
  schemes: { id: string; name: string; count: number }[];
  /** Open ones where no scheme is in force. */
  unschemed: number;
}

/** Looks at those of `ids` that the principal sees, and at what they are allocated by. */
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
