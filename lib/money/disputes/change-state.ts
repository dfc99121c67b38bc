import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { disputable } from './disputable';
import { type Dispute, heldDispute } from './disputes';
import { type ShownDispute, storeContent } from './draft';
import { type FormContent, formContent } from './form-content';
import { answerName } from './schema';
import { DISPUTE, type DisputeEvent } from './states';
import { tellOutcome } from './tell-outcome';

export interface DisputeChange extends ShownDispute {
  event: DisputeEvent;
  /** For a decision and a withdrawal: the note, 1 to 1,024 characters. */
  note?: string;
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
  { id, version, event, note }: DisputeChange,
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
    if (DISPUTE.guard(event) === 'complete') {
      const content = await completeForm(tx, principal, held);
      if (!content.ok) return content;
      await storeContent(tx, held, content.value);
    }
    await setState(tx, principal, held, { event, note });
    if (event === 'win' || event === 'lose') await tellOutcome(tx, principal, held, { event, note: note as string });
    const { issuerId, accountId: nodeId, state } = held;
    const { audit, to } = DISPUTE.events[event];
    await recordAct(tx, principal, origin, {
      ...{ issuerId, nodeId, action: audit, entity: 'dispute', entityId: id },
      details: { 'before.state': state, 'after.state': to, ...(note && { reason: note }) }
    });
    return accepted(null);
  });
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

async function setState(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: Dispute,
  { event, note }: Pick<DisputeChange, 'event' | 'note'>
): Promise<void> {
  const { to } = DISPUTE.events[event];
  const at = now();
  const isEnd = DISPUTE.possible(to).length === 0;
  const changed = await tx.$executeRaw`
    UPDATE disputes d SET state = ${to}::dispute_state, version = d.version + 1,
      submitted_at = CASE WHEN ${event} = 'submit' THEN ${at}::timestamptz ELSE d.submitted_at END,
      submitted_by = CASE WHEN ${event} = 'submit' THEN ${userId}::uuid ELSE d.submitted_by END,
      note = ${isEnd ? (note ?? null) : null}, ended_at = ${isEnd ? at : null}::timestamptz,
      ended_by = ${isEnd ? userId : null}::uuid
    WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid
      AND ${startingFrom(Prisma.sql`d.state`, DISPUTE.events[event])}`;
  mustChange(changed, 1);
}
