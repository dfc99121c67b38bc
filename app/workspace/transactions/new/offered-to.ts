import type { Principal } from '@/lib/access/policy/principal';
import { accountsOffered, type OfferedAccount, taxCodesOffered } from '@/lib/money/transactions/adding';
import type { Offered } from './added-fields';

/** What the form of a transaction that is added offers to somebody. */
export async function offeredTo(principal: Principal): Promise<Offered & { first: OfferedAccount | undefined }> {
  const [accounts, taxCodes] = await Promise.all([accountsOffered(principal), taxCodesOffered(principal)]);
  return {
    accounts: accounts?.map(({ id, name, cardNumber }) => ({ value: id, label: `${name} · ${cardNumber}` })) ?? null,
    // One's only account is chosen already.
    first: accounts?.length === 1 ? accounts[0] : undefined,
    taxCodes: taxCodes.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))
  };
}
