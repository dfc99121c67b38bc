import type { Principal } from '@/lib/access/policy/principal';
import { accountsOffered, type OfferedAccount } from '@/lib/directory/structure/offered-accounts';
import { taxCodesOffered } from '@/lib/money/transactions/adding';
import type { Offered } from './added-fields';

/** The options in the form of an added transaction for a user. */
export async function offeredTo(principal: Principal): Promise<Offered & { first: OfferedAccount | undefined }> {
  const [accounts, taxCodes] = await Promise.all([accountsOffered(principal), taxCodesOffered(principal)]);
  const [own, ...others] = new Set(accounts?.map(({ currency }) => currency));
  return {
    ownCurrency: own && others.length === 0 ? own : null,
    accounts: accounts?.map(({ id, name, cardNumber }) => ({ value: id, label: `${name} · ${cardNumber}` })) ?? null,
    // A single account is preselected.
    first: accounts?.length === 1 ? accounts[0] : undefined,
    taxCodes: taxCodes.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))
  };
}
