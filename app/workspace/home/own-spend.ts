import { cache } from 'react';
import { may } from '@/lib/access/policy/principal';
import { now } from '@/lib/core/server/clock';
import { spendInScope } from '@/lib/money/transactions/spend';
import { signedIn } from '../signed-in';
import { askedMonths, monthIn, monthsOf } from '../transactions/spend/months';
import { type SpendSums, spendSums } from './spend-sums';

/**
 * The spending of all that the user sees, read once for the cards of a page. Null: not theirs to see, not in the
 * programme, or none at all.
 */
export const ownSpend = cache(async (): Promise<SpendSums | null> => {
  const { principal, program, account } = await signedIn();
  if (!may(principal, 'transactions', 'view') || !program.has('transaction.review')) return null;
  if (principal.scope.everywhere) return null;
  const months = askedMonths({}, monthIn(account.timeZone, now()));
  return spendSums(await spendInScope(principal, months), monthsOf(months));
});
