import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Result } from '../../core/entry/refusal';
import { type Approvable, decide } from './decide';
import { type ApprovalProfile, profileAt, profilesInForce } from './profiles-in-force';
import { type Delegator, type Standing, standingOf } from './standing';

/** What an approver may approve in some companies, read once for any number of amounts. */
export interface ApprovalRights {
  standing: Standing;
  /** Whether they may approve an amount there, by the profile in force at its account, and for whom (CD.30). */
  decideOn: (asked: Approvable) => Result<Delegator | null>;
}

/**
 * The approver's rights in companies. With `held`, profiles and delegations are locked until the transaction ends;
 * `standing`: theirs, if the caller has read it; `amountsIn`: the currency of all amounts, if they are in one.
 */
export async function approvalRights(
  tx: Transaction,
  principal: Pick<Principal, 'issuerId' | 'userId' | 'accessor'>,
  {
    companies,
    held,
    standing: read,
    amountsIn
  }: { companies: readonly string[]; held: boolean; standing?: Standing; amountsIn?: string }
): Promise<ApprovalRights> {
  const standing = read ?? (await standingOf(tx, principal, { held }));
  const profiles = await profilesInForce(tx, {
    issuerId: principal.issuerId,
    where: Prisma.sql`x.company_id = ANY(${[...new Set(companies)]}::uuid[])`,
    userIds: [standing.userId, ...standing.delegators.map(({ userId }) => userId)],
    held,
    amountsIn
  });
  const byPath = new Map<string, ApprovalProfile | null>();
  const at = (path: string) => {
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const found = profileAt(profiles, path);
    byPath.set(path, found);
    return found;
  };
  return { standing, decideOn: (asked) => decide(at(asked.accountPath), standing, asked) };
}
