import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { enqueue } from '../../core/server/outbox';
import { recordsOf } from '../../kit/setup/records-of';
import type { Delegator } from '../approvals/standing';
import { approvalsOf } from './approvable';
import { issueCard, presentCard, withLimit } from './cards';
import { recordEvent, requestFor, type SeenRequest, setState } from './change-state';
import { type Controls, controlsOn, controlsSchema } from './controls';
import purchaseTemplate from './entities/purchase-template';
import { nameOfControl, nameOfLevel } from './failure-names';
import { localTime } from './local-time';
import { tellRequester } from './mails';
import { lackingControl } from './processors/capable';
import type { ProcessorName } from './processors/names';
import { PROCESSORS, processorOf } from './processors/processors';
import { payingCard } from './real-cards';
import type { PurchaseRequest } from './requests';
import { type TemplateValues, templateControls } from './template-controls';
import { controlsOf } from './terms';

/**
 * Approves a request of somebody else (C4.010, C6.030): its card is issued, or ordered of a processor outside, in the same
 * transaction (C3.033). Refused, and still pending, where its template has since lost one of its controls (C4.012) or
 * validity checks (C4.041), or where the card processor doesn't keep one of them.
 */
export const approveRequest = (
  principal: Principal,
  seen: SeenRequest,
  comment: string | null,
  origin: Origin
): Promise<Result<null>> => transaction((tx) => approveWithin(tx, principal, seen, comment, origin));

/** Does the same in the caller's transaction, where a refusal has changed nothing. */
export async function approveWithin(
  tx: Transaction,
  principal: Principal,
  seen: SeenRequest,
  comment: string | null,
  origin: Origin
): Promise<Result<null>> {
  const asked = await decidable(tx, principal, seen, 'approve');
  if (!asked.ok) return asked;
  const { held, behalf } = asked.value;
  const { terms } = held;
  const day = localTime(now(), terms.template.values.timeZone ?? terms.timeZone).day;
  const controls = controlsSchema.parse(withLimit(controlsOf(terms, day), held.purchaseLimit));
  const processor = await issuingProcessor(tx, held);
  const fault =
    (await templateFault(tx, held)) ??
    (await processorFault(tx, held, controls, processor)) ??
    validityFault(controls.validity?.to, day);
  if (fault) return refused(fault);
  const paying = await payingCard(tx, held, day);
  if (!paying.ok) return paying;
  await setState(tx, held, 'approve');
  const { userId: askedBy } = principal;
  await issueCard(tx, held, controls, { day, realCard: paying.value, processor, askedBy });
  await keepDecision(tx, principal, held, { approved: true, comment, behalf });
  if (terms.supplier.straightThrough) await enqueuePayment(tx, principal, held);
  await tellRequester(tx, held, { approved: true, comment, brandName: principal.brandName });
  await recordEvent(tx, principal, origin, held, 'approve', onBehalf(behalf));
  return accepted(null);
}

/** Lets an approved request be paid without a manual step (C1.028); lib/money/suppliers does it. */
const enqueuePayment = (tx: Transaction, { brandName }: Principal, { issuerId, id }: PurchaseRequest) =>
  enqueue(tx, { issuerId, topic: 'supplier.payment', payload: { requestId: id, brandName } });

/** Declines a request of somebody else, with the reason that the requester is told (C4.040). */
export const declineRequest = (
  principal: Principal,
  seen: SeenRequest,
  comment: string,
  origin: Origin
): Promise<Result<null>> => transaction((tx) => declineWithin(tx, principal, seen, comment, origin));

/** Does the same in the caller's transaction, where a refusal has changed nothing. */
export async function declineWithin(
  tx: Transaction,
  principal: Principal,
  seen: SeenRequest,
  comment: string,
  origin: Origin
): Promise<Result<null>> {
  const asked = await decidable(tx, principal, seen, 'decline', comment);
  if (!asked.ok) return asked;
  const { held, behalf } = asked.value;
  await setState(tx, held, 'decline');
  await keepDecision(tx, principal, held, { approved: false, comment, behalf });
  await tellRequester(tx, held, { approved: false, comment, brandName: principal.brandName });
  await recordEvent(tx, principal, origin, held, 'decline', onBehalf(behalf));
  return accepted(null);
}

/** The delegator of a decision, for the audit. */
const onBehalf = (behalf: Delegator | null): Record<string, string> => (behalf ? { onBehalfOf: behalf.userId } : {});

async function decidable(
  tx: Transaction,
  principal: Principal,
  seen: SeenRequest,
  event: 'approve' | 'decline',
  reason?: string
): Promise<Result<{ held: PurchaseRequest; behalf: Delegator | null }>> {
  const asked = await requestFor(tx, principal, seen, event, reason);
  if (!asked.ok) return asked;
  const approvals = await approvalsOf(tx, principal, [asked.value], { held: true });
  const approval = approvals.get(asked.value.id) as Result<Delegator | null>;
  return approval.ok ? accepted({ held: asked.value, behalf: approval.value }) : approval;
}

/** What the template no longer has although the request was made with it; the template is held until the end. */
async function templateFault(tx: Transaction, { issuerId, terms }: PurchaseRequest): Promise<Refusal | null> {
  const { template, timeZone, type, supplier } = terms;
  const [record] = await recordsOf(tx, purchaseTemplate)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${template.id}::uuid FOR SHARE OF r`;
  const values = record?.values as TemplateValues | undefined;
  const surroundings = { timeZone, day: '2000-01-01', type, supplier };
  const on = values ? controlsOn(templateControls(values, surroundings)) : [];
  const lost = controlsOn(templateControls(template.values, surroundings)).find((control) => !on.includes(control));
  if (lost)
    return { code: 'purchase.control.disabled', params: { control: nameOfControl(lost), template: template.name } };
  const levels: readonly string[] = record?.values.validityLevels ?? [];
  const unavailable = terms.validityLevels.find((level) => !levels.includes(level));
  return unavailable === undefined
    ? null
    : { code: 'purchase.level.unavailable', params: { level: nameOfLevel(unavailable) } };
}

/** The processor of a request's card: where it may be there, its own. */
async function issuingProcessor(tx: Transaction, held: PurchaseRequest): Promise<ProcessorName> {
  const present = await presentCard(tx, held);
  return present?.isBound ? present.processor : processorOf(tx, held.issuerId);
}

/** What the processor can't do of that which is approved. */
async function processorFault(
  tx: Transaction,
  { issuerId, terms }: PurchaseRequest,
  controls: Controls,
  processor: ProcessorName
): Promise<Refusal | null> {
  const capabilities = await PROCESSORS[processor].capabilities(tx, issuerId);
  if (!capabilities) return { code: 'purchase.processor.unset' };
  const control = lackingControl(capabilities, controls);
  if (control) return { code: 'purchase.control.unavailable', params: { control: { text: control } } };
  const isLacking = terms.supplier.straightThrough && !capabilities.straightThrough;
  return isLacking ? { code: 'purchase.straight.through.unavailable' } : null;
}

const validityFault = (to: string | undefined, day: string): Refusal | null =>
  to !== undefined && to < day ? { code: 'purchase.validity.over', params: { day: to } } : null;

async function keepDecision(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: PurchaseRequest,
  { approved, comment, behalf }: { approved: boolean; comment: string | null; behalf: Delegator | null }
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO purchase_request_decisions (issuer_id, request_id, position, approved, decided_by, on_behalf_of, decided_at, comment)
    SELECT ${issuerId}::uuid, ${id}::uuid, coalesce(max(position), 0) + 1, ${approved}, ${userId}::uuid,
      ${behalf?.userId ?? null}::uuid, ${now()}, ${comment}
    FROM purchase_request_decisions WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid`;
}
