import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import type { ApprovalProfile, Level } from './profiles-in-force';
import type { Delegator, Standing } from './standing';

/** A transaction to approve. */
export interface Approvable {
  accountId: string;
  accountPath: string;
  /** With its sign; limits apply to the absolute amount. */
  billedAmount: string;
  billedCurrency: string;
  transactionDate: string;
  /** The user ids that entered the amount by hand; empty if it came from the bank. */
  amountBy: readonly string[];
}

/** Exact for any amount times any rate. */
const Exact = Prisma.Decimal.clone({ precision: 80 });

/**
 * Decides whether an approver may approve (CD.30). Nobody approves their own transaction or an amount that they or
 * their delegator entered (CD.60). Under a profile, the approver or the delegator must belong to a level with a
 * sufficient limit. The value is the delegator, or null for the approver's own right.
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
  const least = leastLevel(profile.levels, amount);
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

/** The place of the lowest level that covers an amount: the one that is asked; -1 if none does. */
export const leastLevel = (levels: readonly Pick<Level, 'limit'>[], amount: string | Prisma.Decimal): number =>
  levels.findIndex(({ limit }) => limit === null || new Exact(amount).lessThanOrEqualTo(limit));

/**
 * The refusal for an approver who entered the amount or stands in for its author; it applies to their own right too.
 * Otherwise null.
 */
function enteredRefusal({ authors, delegators }: Standing, { amountBy }: Approvable): Refusal | null {
  if (amountBy.some((id) => authors.has(id))) return { code: 'transaction.approve.entered' };
  const delegator = delegators.find((one) => amountBy.some((id) => one.authors.has(id)));
  return delegator ? { code: 'transaction.approve.delegator.entered', params: { name: delegator.name } } : null;
}

/** Converts an amount to the profile's currency, without its sign; null if there is no rate. */
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
