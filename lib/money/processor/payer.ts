import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { ownAccounts } from '../../directory/people/reads/own-accounts';
import { accountInCompany } from '../../directory/structure/card-accounts';
import { CONVERSION_RULES } from '../approvals/conversion-rules';
import type { PurchaseRequest } from '../purchasing/requests';

/**
 * The account that pays for the card of a request: that of the person for whom it is. With it comes the rate from the card's
 * currency by the rules of the company; null where no account pays, or no rule converts to its currency.
 */
export async function payerOf(
  tx: Transaction,
  { issuerId, nodeId, companyId, requesterId, behalfOf }: PurchaseRequest,
  currency: string
) {
  const personId = behalfOf?.id ?? requesterId;
  const own = (await ownAccounts(tx, issuerId, [personId])).get(personId) ?? new Set();
  const account = await accountInCompany(tx, { issuerId, companyId }, [nodeId, ...own]);
  const rate = account && (await rateTo(tx, { issuerId, companyId, ...account }, currency));
  return account && rate ? { account, rate } : null;
}

const rateRow = z.strictObject({ rate: z.string() });

/** The rate from a currency to that of an account, by the rules of its company, whichever way they convert. */
async function rateTo(
  tx: Transaction,
  {
    issuerId,
    companyId,
    ...account
  }: { issuerId: string; companyId: string; currency: string; companyCurrency: string },
  currency: string
): Promise<Prisma.Decimal | null> {
  if (currency === account.currency) return new Prisma.Decimal(1);
  const isBack = account.companyCurrency === currency;
  if (!isBack && account.companyCurrency !== account.currency) return null;
  const [rule] = await readRows(tx, rateRow)`
    SELECT r.rate::text FROM ${CONVERSION_RULES} r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.within_id = ${companyId}::uuid AND r.active
      AND r.posted_currency = ${isBack ? account.currency : currency} AND r.effective_date <= ${now()}::date
    ORDER BY r.effective_date DESC LIMIT 1`;
  if (!rule) return null;
  return isBack ? new Prisma.Decimal(1).div(rule.rate) : new Prisma.Decimal(rule.rate);
}
