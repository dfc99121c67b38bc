import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { askFault } from '../../kit/states/ask-fault';
import { isCollected } from '../expenses/repayments/collectable';
import { isPaidFrom } from '../payments/move-payments';
import { endMandates } from '../wallet/mandates/change-mandates';
import { holdMandates, ownMandates } from '../wallet/mandates/mandates';
import { MANDATE } from '../wallet/mandates/states';
import { heldWalletAccount, lockWallet, walletFault } from '../wallet/wallet';

/**
 * Cancels the mandate of an account in the principal's wallet: nothing is collected from it until another is given. Refused
 * while a payment from it is under way, or a personal share is; whoever makes one meanwhile waits for the account.
 */
export function cancelMandate(principal: Principal, accountId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = askFault(MANDATE, 'cancel', principal) ?? (await walletFault(principal));
    if (fault) return refused(fault);
    await lockWallet(tx, principal);
    const account = await heldWalletAccount(tx, principal, accountId);
    const mandate = account && (await ownMandates(principal, tx)).get(accountId);
    if (!account || !mandate) return refused({ code: 'not.found' });
    const { issuerId, lastFour } = account;
    const isUnderWay = (await isPaidFrom(tx, issuerId, accountId)) || (await isCollected(tx, issuerId, accountId));
    if (isUnderWay) return refused({ code: 'wallet.paying' });
    const [held] = await holdMandates(tx, issuerId, [mandate.id]);
    if (!held) return refused({ code: 'mandate.ended' });
    await endMandates(tx, issuerId, 'cancel', [held]);
    const { to, audit } = MANDATE.events.cancel;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: audit,
      entity: 'wallet_account',
      entityId: accountId,
      details: { 'before.state': held.state, 'after.state': to, reference: held.reference, 'last.four': lastFour }
    });
    return accepted(null);
  });
}
