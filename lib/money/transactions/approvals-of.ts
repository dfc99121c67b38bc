import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Result } from '../../core/entry/refusal';
import { decide } from '../approvals/decide';
import { type ApprovalProfile, profileAt, profilesInForce } from '../approvals/profiles-in-force';
import { type Delegator, standingOf } from '../approvals/standing';
import type { HeldState } from './transactions';

/** Whether a user may approve a transaction, and for which delegator; null for the user's own right. */
export type Approval = Result<Delegator | null>;

/**
 * Whether the principal may approve each of these transactions by its approval profile (CD.30), by id, in a constant
 * number of queries. With `held`, profiles and delegations are locked until the transaction ends.
 */
export async function approvalsOf(
  tx: Transaction,
  principal: Principal,
  rows: readonly HeldState[],
  { held }: { held: boolean }
): Promise<Map<string, Approval>> {
  if (rows.length === 0) return new Map();
  const standing = await standingOf(tx, principal, { held });
  const companies = [...new Set(rows.map(({ companyId }) => companyId))];
  const profiles = await profilesInForce(tx, {
    issuerId: principal.issuerId,
    where: Prisma.sql`x.company_id = ANY(${companies}::uuid[])`,
    userIds: [standing.userId, ...standing.delegators.map(({ userId }) => userId)],
    held
  });
  const byPath = new Map<string, ApprovalProfile | null>();
  const at = (path: string) => {
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const found = profileAt(profiles, path);
    byPath.set(path, found);
    return found;
  };
  return new Map(rows.map((row) => [row.id, decide(at(row.accountPath), standing, row)]));
}

/** Whether the principal may currently approve a transaction, and why not, for its page. */
export async function approvalOf(principal: Principal, row: HeldState): Promise<Approval> {
  const approvals = await approvalsOf(database(), principal, [row], { held: false });
  return approvals.get(row.id) as Approval;
}
