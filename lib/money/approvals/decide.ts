import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import type { ApprovalProfile, Level } from './profiles-in-force';
import type { Delegator, Standing } from './standing';

/** What is to be approved. */
export interface Approvable {
  accountId: string;
  accountPath: string;
  /** With its sign; limits count without it. */
  billedAmount: string;
  billedCurrency: string;
  transactionDate: string;
  /** The user ids of who entered the amount by hand; none where the bank did. */
  amountBy: readonly string[];
}

/** Exact for any amount times any rate. */
const Exact = Prisma.Decimal.clone({ precision: 80 });

/**
 * Whether an approver may approve (CD.30): nobody their own, nor an amount that they, or whom they stand in for, entered
 * (CD.60); where a profile holds, who is in the group of a level whose
 * limit suffices, or stands in for somebody who is. Accepted with whose approval it is, null for their own.
 */
export function decide(
  profile: ApprovalProfile | null,
  standing: Standing,
  asked: Approvable
): Result<Delegator | null> {
  if (standing.accounts.has(asked.accountId)) return refused({ code: 'transaction.approve.own' });
  const entered = enteredRefusal(standing, asked);
  if (entered) return refused(entered);
  if (!profile) return accepted(null);
  const amount = amountIn(profile, asked);
  if (!amount) return refused(noRate(profile, asked));
  const least = profile.levels.findIndex(({ limit }) => limit === null || amount.lessThanOrEqualTo(limit));
  if (least < 0) return refused({ code: 'transaction.approve.beyond', params: { profile: profile.name } });
  const reaching = profile.levels.slice(least);
  const isIn = (userId: string, levels: readonly Level[]) => levels.some(({ members }) => members.has(userId));
  if (isIn(standing.userId, reaching)) return accepted(null);
  const covering = standing.delegators.filter(({ paths }) => paths.some((path) => asked.accountPath.startsWith(path)));
  const able = covering.filter(({ userId }) => isIn(userId, reaching));
  const behalf = reaching
    .flatMap(({ members }) => able.filter(({ userId }) => members.has(userId)))
    .find(({ accounts }) => !accounts.has(asked.accountId));
  if (behalf) return accepted(behalf);
  if (able[0]) return refused({ code: 'transaction.approve.delegator.own', params: { name: able[0].name } });
  const params = { profile: profile.name, level: (profile.levels[least] as Level).name };
  const hasLevel = [standing, ...covering].some(({ userId }) => isIn(userId, profile.levels));
  return refused({ code: hasLevel ? 'transaction.approve.limit' : 'transaction.approve.no.level', params });
}

/** Why whoever entered an amount, or stands in for who did, doesn't approve it, not in their own right either; null: they didn't. */
function enteredRefusal({ authors, delegators }: Standing, { amountBy }: Approvable): Refusal | null {
  if (amountBy.some((id) => authors.has(id))) return { code: 'transaction.approve.entered' };
  const delegator = delegators.find((one) => amountBy.some((id) => one.authors.has(id)));
  return delegator ? { code: 'transaction.approve.delegator.entered', params: { name: delegator.name } } : null;
}

/** What an amount is worth in the profile's currency, without its sign; null where no rate says. */
function amountIn(
  { currency, rates }: ApprovalProfile,
  { billedAmount, billedCurrency, transactionDate }: Approvable
): Prisma.Decimal | null {
  const amount = new Exact(billedAmount).abs();
  if (billedCurrency === currency) return amount;
  const known = rates.find((rate) => rate.currency === billedCurrency && rate.from <= transactionDate);
  return known ? amount.times(known.rate) : null;
}

const noRate = ({ currency }: ApprovalProfile, { billedCurrency }: Approvable): Refusal => ({
  code: 'transaction.approve.no.rate',
  params: { from: billedCurrency, to: currency }
});
