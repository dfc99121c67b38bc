import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { mandateToGive } from '@/lib/money/expenses/repayments/own-account';
import type { WalletAccount } from '@/lib/money/wallet/wallet';
import { mandateWords } from '../payments/authorization';

/** The words of the mandates that are given by letting something be collected, by account: those that have none yet. */
export async function mandatesToGive(
  principal: Principal,
  t: Translate,
  wallet: readonly WalletAccount[]
): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  for (const account of wallet) {
    const mandate = account.state === 'usable' ? await mandateToGive(principal, account) : null;
    if (mandate) words.set(account.id, await mandateWords(t, account, mandate));
  }
  return words;
}
