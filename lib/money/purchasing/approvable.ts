import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { decide } from '../approvals/decide';
import { type Delegator, standingOf } from '../approvals/standing';
import { profilesOfRequests } from './groups/profiles-of-requests';
import { type PurchaseRequest, partiesOf } from './requests';

/** Refusals of an approval whose reason is that it is one's own. */
const OWN = new Set<string>([
  'transaction.approve.own',
  'transaction.approve.entered',
  'transaction.approve.delegator.own',
  'transaction.approve.delegator.entered'
]);

/**
 * Whether the principal may decide on each of these requests, by the approval profile of its group or place, and for
 * which delegator (C3.018, C3.019, C6.030): on the same engine as transactions. Nobody decides on what they requested
 * themselves, or what is for them.
 */
export async function approvalsOf(
  tx: Transaction,
  principal: Principal,
  requests: readonly PurchaseRequest[],
  { held }: { held: boolean }
): Promise<Map<string, Result<Delegator | null>>> {
  if (requests.length === 0) return new Map();
  const { issuerId } = principal;
  const standing = await standingOf(tx, principal, { held });
  const profileOf = await profilesOfRequests(tx, {
    issuerId,
    requests,
    userIds: [standing.userId, ...standing.delegators.map(({ userId }) => userId)],
    held
  });
  const today = await todayAt(issuerId, tx);
  const own: Result<never> = refused({ code: 'purchase.approve.own' });
  return new Map(
    requests.map((request) => {
      // Another issuer's request can't be decided on from here.
      if (request.issuerId !== issuerId) return [request.id, refused({ code: 'not.found' })];
      const result = decide(profileOf(request), standing, {
        accountId: request.nodeId,
        accountPath: request.path,
        amountBy: partiesOf(request),
        billedAmount: request.purchaseLimit,
        billedCurrency: request.currency,
        transactionDate: today
      });
      return [request.id, result.ok ? accepted(result.value) : OWN.has(result.refusal.code) ? own : result];
    })
  );
}

/** Whether the principal may decide on a request now, and why not, for its page. */
export async function approvalOf(principal: Principal, request: PurchaseRequest): Promise<Result<Delegator | null>> {
  const approvals = await approvalsOf(database(), principal, [request], { held: false });
  return approvals.get(request.id) ?? refused({ code: 'not.found' });
}
