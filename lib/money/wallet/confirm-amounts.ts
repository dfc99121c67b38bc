import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { decimalNumber } from '../../core/entry/number-entry';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { amountsHash } from './micro-amounts';
import { blockAccounts, passValidation } from './validate-accounts';
import { MOST_TRIES } from './validation';
import { heldWalletAccount, lockWallet, walletFault } from './wallet';

const amount = decimalNumber({ scale: 2, min: '0.01', max: '0.99' }).transform((text) =>
  Math.round(Number(text) * 100)
);

/** The two amounts of an account's micro-entries, as its statement says them, whichever is first; read as cents. */
export const amountsSchema = z.object({ first: amount, second: amount });

/** Two amounts for an account. */
export type Amounts = z.infer<typeof amountsSchema> & { id: string };

/**
 * Makes an account usable whose owner has read the amounts of its micro-entries at the bank (C3.029). The third wrong
 * try blocks it, and so does the end of its days. What was typed is kept nowhere.
 */
export async function confirmAmounts(
  principal: Principal,
  { id, first, second }: Amounts,
  origin: Origin
): Promise<Result<null>> {
  const fault = await walletFault(principal);
  if (fault) return refused(fault);
  return transaction(async (tx) => {
    await lockWallet(tx, principal);
    const account = await heldWalletAccount(tx, principal, id);
    if (!account) return refused({ code: 'not.found' });
    const { issuerId, state, validation, validationDay, lastFour, tries } = account;
    if (state !== 'validating' || validation !== 'micro_entries' || validationDay === null)
      return refused({ code: 'wallet.validation.none' });
    if (validationDay < (await todayAt(issuerId, tx))) return refused({ code: 'wallet.blocked.expired' });
    const by = { origin: { ...origin, accessor: principal.accessor }, userId: principal.userId };
    const held = { ...account, userId: principal.userId };
    const isRight = await exists(tx)`
      SELECT 1 FROM wallet_accounts w WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ${id}::uuid
        AND w.amounts_hash = ${amountsHash(issuerId, id, [first, second])}`;
    if (isRight) {
      await passValidation(tx, issuerId, [held], by);
      return accepted(null);
    }
    const left = MOST_TRIES - tries - 1;
    await tx.walletAccount.updateMany({ where: { issuerId, id }, data: { tries: tries + 1 } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'wallet.tried',
      entity: 'wallet_account',
      entityId: id,
      details: { 'last.four': lastFour, left }
    });
    if (left > 0) return refused({ code: 'wallet.amounts.wrong', field: 'first', params: { left } });
    await blockAccounts(tx, issuerId, [{ ...held, reason: 'tries', code: null }], by);
    return refused({ code: 'wallet.blocked.tries' });
  });
}
