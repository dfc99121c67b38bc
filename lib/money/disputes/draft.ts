import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { forgetAttachments } from '../../kit/attachments/forget-attachments';
import { forgetComments } from '../../kit/comments/forget-comments';
import { startingFrom } from '../../kit/states/starting-from';
import { disputable, preparingFault } from './disputable';
import { type Dispute, heldDispute } from './disputes';
import { type FormContent, formContent } from './form-content';
import type { DisputeEntry } from './schema';
import { DISPUTE, LIVE } from './states';

/** Opens a dispute of a transaction as a draft (C1.034, C2.031). Refuses a second one beside a live one. Returns its id. */
export function openDispute(
  principal: Principal,
  transactionId: string,
  entry: DisputeEntry,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    // Of two disputes of one transaction the second finds the first.
    const held = await disputable(tx, principal, transactionId, { isHeld: true });
    if (!held.ok) return held;
    const { issuerId, postingDate, companyId, accountId, merchantName, billedCurrency } = held.value;
    const isLive = await exists(tx)`
      SELECT 1 FROM disputes d WHERE d.issuer_id = ${issuerId}::uuid AND d.transaction_id = ${transactionId}::uuid
        AND d.state::text = ANY(${[...LIVE]}::text[])`;
    if (isLive) return refused({ code: 'dispute.open.already' });
    const content = await formContent(tx, held.value, entry);
    if (!content.ok) return content;
    const { reasonId, reasonCode, reasonName, amount, explanation, contactedOn, merchantAnswer } = content.value;
    const id = newId();
    await tx.$executeRaw`
      INSERT INTO disputes (issuer_id, id, number, transaction_id, posting_date, company_id, account_id, merchant_name,
        reason_id, reason_code, reason_name, amount, currency, explanation, contacted_on, merchant_answer, answers,
        file_by, opened_by, opened_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${await nextNumber(tx, issuerId)}::int, ${transactionId}::uuid,
        ${postingDate}::date, ${companyId}::uuid, ${accountId}::uuid, ${merchantName}, ${reasonId}::uuid, ${reasonCode},
        ${reasonName}, ${amount}::numeric, ${billedCurrency}, ${explanation}, ${contactedOn}::date, ${merchantAnswer},
        ${JSON.stringify(content.value.answers)}::jsonb, ${content.value.fileBy}::date, ${principal.userId}::uuid, ${now()})`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: accountId,
      action: 'dispute.opened',
      entity: 'dispute',
      entityId: id,
      details: { transaction: transactionId, amount, currency: billedCurrency, reason: reasonName }
    });
    return accepted(id);
  });
}

const numberRow = z.strictObject({ number: z.number() });

/** The next number of an issuer's disputes; one command at a time takes one. */
async function nextNumber(tx: Transaction, issuerId: string): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`disputes/${issuerId}`}, 0))`;
  const [row] = await readRows(tx, numberRow)`
    SELECT coalesce(max(d.number), 0) + 1 AS number FROM disputes d WHERE d.issuer_id = ${issuerId}::uuid`;
  return (row as { number: number }).number;
}

/** What a draft's commands name: the dispute, and the version that the page showed. */
export interface ShownDispute {
  id: string;
  version: number;
}

/** A draft that the principal may prepare, locked until the transaction ends. */
export async function heldDraft(
  tx: Transaction,
  principal: Principal,
  { id, version }: ShownDispute
): Promise<Result<Dispute>> {
  const draft = await heldDispute(tx, principal, id);
  if (!draft) return refused({ code: 'not.found' });
  const fault = await preparingFault(principal);
  if (fault) return refused(fault);
  const code = DISPUTE.refusal('submit', draft.state);
  if (code) return refused({ code });
  return draft.version === version
    ? accepted(draft)
    : refused({ code: 'record.changed', params: { version: draft.version } });
}

/** Changes the form of a draft. Refuses one that is submitted: it can't be changed (C4.034). */
export function changeDraft(
  principal: Principal,
  shown: ShownDispute,
  entry: DisputeEntry,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const draft = await heldDraft(tx, principal, shown);
    if (!draft.ok) return draft;
    const disputed = await disputable(tx, principal, draft.value.transactionId);
    if (!disputed.ok) return disputed;
    const content = await formContent(tx, disputed.value, entry);
    if (!content.ok) return content;
    await storeContent(tx, draft.value, content.value);
    const { issuerId, accountId: nodeId, id } = draft.value;
    const details = changesBetween(told(draft.value), told(content.value));
    if (Object.keys(details).length > 0)
      await recordAct(tx, principal, origin, {
        issuerId,
        nodeId,
        action: 'dispute.changed',
        entity: 'dispute',
        entityId: id,
        details
      });
    return accepted(null);
  });
}

/** What the audit tells of a form: not its texts, which may name people. */
const told = ({ reasonName, amount, contactedOn }: Pick<FormContent, 'reasonName' | 'amount' | 'contactedOn'>) => ({
  reason: reasonName,
  amount,
  contactedOn
});

/** Stores a checked form in a draft. */
export async function storeContent(
  tx: Transaction,
  { issuerId, id }: Pick<Dispute, 'issuerId' | 'id'>,
  content: FormContent
): Promise<void> {
  const { reasonId, reasonCode, reasonName, amount, explanation, contactedOn, merchantAnswer, fileBy } = content;
  await tx.$executeRaw`
    UPDATE disputes d SET reason_id = ${reasonId}::uuid, reason_code = ${reasonCode}, reason_name = ${reasonName},
      amount = ${amount}::numeric, explanation = ${explanation}, contacted_on = ${contactedOn}::date,
      merchant_answer = ${merchantAnswer}, answers = ${JSON.stringify(content.answers)}::jsonb, file_by = ${fileBy}::date,
      version = d.version + 1
    WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid
      AND ${startingFrom(Prisma.sql`d.state`, DISPUTE.events.submit)}`;
}

/** Discards a draft with its evidence and comments. */
export function discardDraft(principal: Principal, shown: ShownDispute, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const draft = await heldDraft(tx, principal, shown);
    if (!draft.ok) return draft;
    const { issuerId, id, accountId: nodeId, transactionId, amount, currency } = draft.value;
    await forgetAttachments(tx, issuerId, 'dispute', [id]);
    await forgetComments(tx, issuerId, 'dispute', [id]);
    await tx.$executeRaw`
      DELETE FROM disputes d WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid
        AND ${startingFrom(Prisma.sql`d.state`, DISPUTE.events.submit)}`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'dispute.discarded',
      entity: 'dispute',
      entityId: id,
      details: { transaction: transactionId, amount, currency }
    });
    return accepted(null);
  });
}
