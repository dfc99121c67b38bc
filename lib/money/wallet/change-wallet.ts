import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../core/database/sql-state';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { endMandates } from './mandates/change-mandates';
import { activeMandates } from './mandates/mandates';
import { heldWalletAccount, lockWallet, ownWallet, type WalletAccount, walletFault } from './wallet';

/** An account of the principal's wallet for a command, with the wallet locked. */
async function toChange(tx: Transaction, principal: Principal, id: string): Promise<Result<WalletAccount>> {
  const fault = await walletFault(principal);
  if (fault) return refused(fault);
  await lockWallet(tx, principal);
  const account = await heldWalletAccount(tx, principal, id);
  return account ? accepted(account) : refused({ code: 'not.found' });
}

/** Makes an account the one that payments are made from unless another is chosen. */
export function makeDefault(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await toChange(tx, principal, id);
    if (!found.ok) return found;
    if (found.value.isDefault) return accepted(null);
    const { issuerId } = found.value;
    await setDefault(tx, principal, id);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'wallet.default',
      entity: 'wallet_account',
      entityId: id,
      details: { 'last.four': found.value.lastFour }
    });
    return accepted(null);
  });
}

/** Two statements: at no moment has a wallet two defaults. */
async function setDefault(tx: Transaction, { issuerId, userId }: Principal, id: string): Promise<void> {
  await tx.walletAccount.updateMany({ where: { issuerId, userId, isDefault: true }, data: { isDefault: false } });
  await tx.walletAccount.updateMany({ where: { issuerId, userId, id }, data: { isDefault: true } });
}

/**
 * Removes an account from the wallet, which cancels its mandate, and makes the next one the default if it was that.
 * Refused while a payment from it is under way: its foreign key holds the account.
 */
export async function removeWalletAccount(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  try {
    return await transaction(async (tx) => {
      const found = await toChange(tx, principal, id);
      if (!found.ok) return found;
      const { issuerId, lastFour, isDefault } = found.value;
      await tx.walletAccount.deleteMany({ where: { issuerId, id } });
      const mandate = (await activeMandates(tx, issuerId, [id])).get(id);
      if (mandate) await endMandates(tx, issuerId, 'cancel', [mandate]);
      const [next] = await ownWallet(principal, tx);
      if (isDefault && next) await setDefault(tx, principal, next.id);
      await recordAct(tx, principal, origin, {
        issuerId,
        action: 'wallet.removed',
        entity: 'wallet_account',
        entityId: id,
        details: { 'last.four': lastFour, ...(mandate && { reference: mandate.reference }) }
      });
      return accepted(null);
    });
  } catch (error) {
    if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) return refused({ code: 'wallet.paying' });
    throw error;
  }
}
