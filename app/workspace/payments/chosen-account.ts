import { notFound } from 'next/navigation';
import type { Principal } from '@/lib/access/policy/principal';
import { accountsOffered, type OfferedAccount } from '@/lib/directory/structure/offered-accounts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type PayableAccount, payableAccount } from '@/lib/money/payments/payable';
import { idOf } from '../addresses';

/** The account that an address names, or the reader's only one; null while it is to be chosen from those offered. */
export async function chosenAccount(
  principal: Principal,
  searchParams: Promise<SearchParams>
): Promise<{ account: PayableAccount | null; offered: OfferedAccount[] | null }> {
  const { account: named } = await searchParams;
  const offered = await accountsOffered(principal);
  const wanted = typeof named === 'string' ? idOf(named) : offered?.length === 1 ? offered[0]?.id : undefined;
  const account = wanted ? await payableAccount(principal, wanted) : null;
  if (wanted && !account) notFound();
  return { account, offered };
}
