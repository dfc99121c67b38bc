import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { askFault } from '../../kit/states/ask-fault';
import { disputable } from './disputable';
import { type Dispute, heldDispute } from './disputes';
import { type ShownDispute, storeContent } from './draft';
import { type FormContent, formContent } from './form-content';
import { caseOf, isWithNetwork } from './network/cases';
import { fileClaim, withdrawClaim } from './network/tell-network';
import { answerName } from './schema';
import { setState } from './set-state';
import { type Decision, DISPUTE, type DisputeEvent, OUTCOMES } from './states';
import { tellOutcome } from './tell-outcome';

export interface DisputeChange extends ShownDispute {
  event: DisputeEvent;
  /** For a decision and a withdrawal: the note, 1 to 1,024 characters. */
  note?: string;
  /** For what is won in part: an exact decimal. */
  wonAmount?: string | null;
}

/** The events by which cardholders bind themselves: they are closed through another's eyes (C6.018). */
const BINDING: readonly DisputeEvent[] = ['submit', 'withdraw'];

/**
 * Submits, takes up, decides or withdraws a dispute that the page showed in a version. A form is checked once more when
 * it is submitted, and can't be changed from then on (C4.034); an outcome is told to whoever opened the dispute. Of
 * two commands one wins, and the other finds it changed.
 */
export function changeDispute(
  principal: Principal,
  { id, version, event, note, wonAmount = null }: DisputeChange,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault =
      askFault(DISPUTE, event, principal, note) ??
      (BINDING.includes(event) ? eyesFault(principal, 'filing_disputes') : null);
    if (fault) return refused(fault);
    const held = await heldDispute(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const code = DISPUTE.refusal(event, held.state);
    if (code) return refused({ code });
    if (held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    const decision = OUTCOMES[event as Decision] ? (event as Decision) : null;
    const undecidable = decision && (await decisionFault(tx, held, decision, wonAmount));
    if (undecidable) return refused(undecidable);
    if (DISPUTE.guard(event) === 'complete') {
      const content = await completeForm(tx, principal, held);
      if (!content.ok) return content;
      await storeContent(tx, held, content.value);
    }
    const won = event === 'win_partly' ? wonAmount : null;
    await setState(tx, held, { event, userId: principal.userId, note: note ?? null, wonAmount: won });
    if (event === 'take_up') await fileClaim(tx, principal, held);
    if (event === 'withdraw') await withdrawClaim(tx, held);
    if (decision) await tellOutcome(tx, principal, held, { outcome: OUTCOMES[decision], note: note as string });
    const { issuerId, accountId: nodeId, state } = held;
    const { audit, to } = DISPUTE.events[event];
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: audit,
      entity: 'dispute',
      entityId: id,
      details: { 'before.state': state, 'after.state': to, ...(note && { reason: note }) }
    });
    return accepted(null);
  });
}

/** Why the desk can't decide so, or null: the network decides, or the amount that is won in part isn't one. */
async function decisionFault(
  tx: Transaction,
  dispute: Dispute,
  decision: Decision,
  wonAmount: string | null
): Promise<Refusal | null> {
  if (isWithNetwork(await caseOf(dispute, tx))) return { code: 'dispute.at.network' };
  if (decision !== 'win_partly') return null;
  if (wonAmount === null) return { code: 'required', field: 'wonAmount' };
  const isPart = new Prisma.Decimal(wonAmount).lt(dispute.amount);
  return isPart ? null : { code: 'dispute.part.most', field: 'wonAmount', params: { amount: Number(dispute.amount) } };
}

/** The form of a draft, checked again: time has passed, and the reason may have changed since it was saved. */
async function completeForm(tx: Transaction, principal: Principal, draft: Dispute): Promise<Result<FormContent>> {
  const disputed = await disputable(tx, principal, draft.transactionId);
  if (!disputed.ok) return disputed;
  const answers = Object.fromEntries(
    draft.answers.map(({ id, type, value }) => [answerName(id), type === 'boolean' ? value === 'true' : value])
  );
  const content = await formContent(tx, disputed.value, { ...draft, answers });
  return content.ok ? content : refused(plain(content.refusal));
}

/** A refusal for a page that doesn't show the form's fields. */
const plain = ({ code, params, field }: Refusal): Refusal =>
  // The required field of a reason is named by the form, which the page shows beside.
  code === 'required.field' || field?.startsWith('answer-') ? { code: 'dispute.incomplete' } : { code, params };
