import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { plainText } from '../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { isSamePerson } from '../../directory/people/same-person';
import { postNotice } from '../../kit/notices/post-notice';
import { askFault } from '../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { heldBankAccount, type ProposedAccount } from './proposed-accounts';
import { WALLET_ACCOUNT } from './states';
import { type Validation, validationAsked } from './validation';

/** A bank account is declined with a reason, which its owner reads. */
export const declineAccountSchema = z.object({ reason: plainText({ max: 500 }) });

export interface AccountDecision {
  id: string;
  event: 'confirm' | 'decline';
  /** Of a decline: 1 to 500 characters. */
  reason?: string;
}

const TOLD = {
  confirm: 'payment.account.confirmed',
  confirm_to_validate: 'payment.account.to.validate',
  decline: 'payment.account.declined'
} as const;

/**
 * Confirms or declines a bank account that somebody proposed (C3.029). Nobody decides on their own, by whichever of
 * their user ids. Its owner is told. Of two people who decide at once one does, and the other is told so.
 */
export function decideBankAccount(
  principal: Principal,
  { id, event, reason }: AccountDecision,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = askFault(WALLET_ACCOUNT, event, principal, reason);
    if (fault) return refused(fault);
    const held = await heldBankAccount(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const { issuerId, state, userId: ownerId, lastFour } = held;
    const code = WALLET_ACCOUNT.refusal(event, state);
    if (code) return refused({ code });
    const isOwn = principal.issuerId === issuerId && (await isSamePerson(tx, issuerId, [principal.userId, ownerId]));
    if (isOwn) return refused({ code: 'bank.account.own' });
    // By the setting of the day on which it is confirmed.
    const validation = event === 'confirm' ? await validationAsked(tx, issuerId, held.scheme) : null;
    const taken: keyof typeof TOLD = validation ? 'confirm_to_validate' : event;
    await setState(tx, principal, held, { event: taken, reason, validation });
    const { audit, to } = WALLET_ACCOUNT.events[taken];
    await postNotice(tx, {
      issuerId,
      userId: ownerId,
      kind: TOLD[taken],
      params: { number: `•••• ${lastFour}` },
      href: '/workspace/wallet'
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: audit,
      entity: 'wallet_account',
      entityId: id,
      details: { 'before.state': state, 'after.state': to, 'last.four': lastFour, ...(reason && { reason }) }
    });
    return accepted(null);
  });
}

async function setState(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: ProposedAccount,
  { event, reason, validation }: { event: keyof typeof TOLD; reason?: string; validation: Validation | null }
): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE wallet_accounts w SET state = ${WALLET_ACCOUNT.events[event].to}::wallet_account_state,
      decided_at = ${now()}, decided_by = ${userId}::uuid, decline_reason = ${event === 'decline' ? reason : null},
      validation = ${validation}::wallet_validation
    WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ${id}::uuid
      AND ${startingFrom(Prisma.sql`w.state`, WALLET_ACCOUNT.events[event])}`;
  mustChange(changed, 1);
}
