import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import type { Result } from '../../core/entry/refusal';
import { type ApprovalRights, approvalRights } from '../approvals/rights';
import type { Delegator } from '../approvals/standing';
import type { HeldState } from './transactions';

/** Whether a user may approve a transaction, and for which delegator; null for the user's own right. */
export type Approval = Result<Delegator | null>;

/**
 * Whether the principal may approve each of these transactions by its approval profile (CD.30), by id, in a constant
 * number of queries. With `held`, profiles and delegations are locked until the transaction ends; `rights`: the
 * principal's in the companies of the transactions, if they are read.
 */
export async function approvalsOf(
  tx: Transaction,
  principal: Principal,
  rows: readonly HeldState[],
  { held, rights }: { held: boolean; rights?: ApprovalRights | undefined }
): Promise<Map<string, Approval>> {
  if (rows.length === 0) return new Map();
  const companies = rows.map(({ companyId }) => companyId);
  const { decideOn } = rights ?? (await approvalRights(tx, principal, { companies, held }));
  return new Map(rows.map((row) => [row.id, decideOn(row)]));
}

/** Whether the principal may currently approve a transaction, and why not, for its page. */
export async function approvalOf(principal: Principal, row: HeldState): Promise<Approval> {
  const approvals = await approvalsOf(database(), principal, [row], { held: false });
  return approvals.get(row.id) as Approval;
}
