import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { countToSend } from '../expenses/repayments/move-repayments';
import { countDue } from '../payments/due-payments';
import { SCHEMES } from '../wallet/schema';
import { countAdded } from '../wallet/validate-accounts';
import { originatorOf } from './originators';
import { RAIL_OF } from './rails';

/** How many payments of the principal's issuer are past their cutoff, and no bank is set up to collect them. */
export async function uncollected(principal: Principal): Promise<number> {
  if (!may(principal, 'payment_files', 'view')) return 0;
  const { issuerId } = principal;
  let count = 0;
  for (const scheme of SCHEMES)
    if (!(await originatorOf(database(), issuerId, RAIL_OF[scheme]))) count += await countDue(issuerId, scheme);
  return count;
}

/** How many bank accounts of the principal's issuer wait to be validated, and no bank is set up for it. */
export async function unvalidated(principal: Principal): Promise<number> {
  if (!may(principal, 'payment_files', 'view')) return 0;
  const { issuerId } = principal;
  return (await originatorOf(database(), issuerId, 'nacha')) ? 0 : countAdded(issuerId);
}

/** How many repayments of the principal's issuer wait, and no bank is set up to pay them. */
export async function unpaid(principal: Principal): Promise<number> {
  if (!may(principal, 'payment_files', 'view')) return 0;
  const { issuerId } = principal;
  let count = 0;
  for (const scheme of SCHEMES)
    if (!(await originatorOf(database(), issuerId, RAIL_OF[scheme]))) count += await countToSend(issuerId, scheme);
  return count;
}
