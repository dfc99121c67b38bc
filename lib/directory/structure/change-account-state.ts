import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { queueEventMails } from '../../brand/mail/event-mail';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { askFault } from '../../kit/states/ask-fault';
import type { GuardsOf } from '../../kit/states/define-states';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { cardholdersOf } from '../people/reads/cardholders';
import { ACCOUNT, type AccountEvent, isOver } from './account-states';
import { type Account, seenAccount } from './accounts';
import { maskedCardNumber } from './card-number';
import { reopenRefusal, setStatus } from './close-node';
import { changedMeanwhile, heldNode, type StructureNode, seenNode } from './nodes';
import { todayAt } from './reads/today';

export interface AccountStateChange {
  event: AccountEvent;
  version: number;
  /** For `replace`: the account that replaces it. */
  replacedById?: string;
}

/** Suspends, resumes, closes, reopens or replaces an account (CD.36), if its state allows it. */
export function changeAccountState(
  principal: Principal,
  id: string,
  { event, version, replacedById }: AccountStateChange,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = askFault(ACCOUNT, event, principal);
    if (fault) return refused(fault);
    const held = await heldNode(tx, principal, id);
    const account = held && (await seenAccount(principal, id, tx));
    if (!held || !account) return refused({ code: 'not.found' });
    if (held.version !== version) return refused(changedMeanwhile(held));
    const code = ACCOUNT.refusal(event, account.state);
    if (code) return refused({ code });
    const guard = ACCOUNT.guard(event);
    const refusal = guard && (await GUARDS[guard]({ tx, principal, held, replacedById }));
    if (refusal) return refused(refusal);
    const { to } = ACCOUNT.events[event];
    const today = await todayAt(account.issuerId, tx);
    const changed = await tx.$executeRaw`
      UPDATE accounts SET state = ${to}::account_state, replaced_by_id = ${event === 'replace' ? replacedById : null}::uuid,
        closed_on = CASE WHEN ${isOver(to)} THEN greatest(opened_on, ${today}::date) END
      WHERE issuer_id = ${account.issuerId}::uuid AND id = ${id}::uuid
        AND ${startingFrom(Prisma.sql`state`, ACCOUNT.events[event])}`;
    mustChange(changed, 1);
    await setStatus(tx, held, isOver(to) ? 'closed' : 'active');
    if (isOver(to)) await tellClosed(tx, principal, account, held);
    await audit(tx, principal, origin, account, { event, to, replacedById });
    return accepted(null);
  });
}

async function tellClosed(
  tx: Transaction,
  { brandName }: Principal,
  { issuerId, id, cardNumber }: Account,
  { companyId, name1 }: StructureNode
): Promise<void> {
  const concerned = await cardholdersOf(tx, issuerId, id);
  // A mail never contains more digits than are stored in clear text.
  const about = `${name1} ${maskedCardNumber(cardNumber.replaceAll(/\D/g, '').slice(-4))}`;
  await queueEventMails(tx, { event: 'account_closed', issuerId, companyId, brandName, about, concerned });
}

interface Asked {
  tx: Transaction;
  principal: Principal;
  held: StructureNode;
  replacedById: string | undefined;
}

const GUARDS: GuardsOf<typeof ACCOUNT, (asked: Asked) => Promise<Refusal | null>> = {
  parent_open: reopenRefusal,
  replacement_fits: replacementRefusal
};

async function replacementRefusal({ tx, principal, held, replacedById }: Asked): Promise<Refusal | null> {
  const field = 'replacedById';
  if (!replacedById) return { code: 'required', field };
  const other = await seenNode(principal, replacedById, tx);
  if (other?.kind !== 'account') return { code: 'not.found', field };
  const fits = other.id !== held.id && other.companyId === held.companyId && other.status === 'active';
  return fits ? null : { code: 'account.replacement.unfit', field };
}

function audit(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  account: Account,
  { event, to, replacedById }: { event: AccountEvent; to: string; replacedById?: string }
): Promise<void> {
  return recordAct(tx, principal, origin, {
    issuerId: account.issuerId,
    action: ACCOUNT.events[event].audit,
    entity: 'account',
    entityId: account.id,
    details: {
      'before.state': account.state,
      'after.state': to,
      ...(event === 'replace' && { 'after.replacedBy': replacedById ?? null })
    }
  });
}
