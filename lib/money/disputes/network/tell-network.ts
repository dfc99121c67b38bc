import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { appendAudit } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { readRows, textOf } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { enqueue, MAX_ATTEMPTS, type OutboxEntry, Undeliverable } from '../../../core/server/outbox';
import { recordsOf } from '../../../kit/setup/records-of';
import { type Dispute, REFERENCE } from '../disputes';
import disputeReason from '../entities/dispute-reason';
import { tellDesk } from '../tell-outcome';
import { caseOf } from './cases';
import { queueEvidence } from './evidence';
import type { CommandKind, NetworkAnswer } from './network';
import { NETWORKS, type NetworkName, networkOf } from './networks';
import { NETWORK_ORIGIN } from './origin';

/**
 * Files the claim of a dispute that the desk has just taken up, where the issuer has a network and the reason a code there.
 * Otherwise the desk works by hand.
 */
export async function fileClaim(
  tx: Transaction,
  { userId: takenBy }: Principal,
  { issuerId, id, reasonId }: Dispute
): Promise<void> {
  const network = await networkOf(tx, issuerId);
  const [reason] = await recordsOf(tx, disputeReason)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${reasonId}::uuid`;
  const networkCode = reason?.values.networkCode;
  if (!network || !networkCode) return;
  await tx.disputeCase.create({ data: { issuerId, disputeId: id, network, networkCode, takenBy } });
  await tell(tx, { issuerId, id }, 'file', 1);
}

/** Queues a command: the next round of a dispute, which its key holds to. */
export async function tell(
  tx: Transaction,
  { issuerId, id: disputeId }: Pick<Dispute, 'issuerId' | 'id'>,
  kind: CommandKind,
  round: number
): Promise<void> {
  await tx.disputeCommand.create({ data: { issuerId, disputeId, round, kind, queuedAt: now() } });
  await enqueue(tx, { issuerId, topic: 'dispute.network', payload: { disputeId, round } });
}

/** Withdraws the claim at the network, too, unless that has never taken it. */
export async function withdrawClaim(tx: Transaction, dispute: Pick<Dispute, 'issuerId' | 'id'>): Promise<void> {
  const found = await caseOf(dispute, tx);
  if (found?.state === 'sent' || found?.state === 'open') await tell(tx, dispute, 'withdraw', found.rounds + 1);
}

const payloadSchema = z.strictObject({ disputeId: z.guid(), round: z.int() });
const commandRow = z.strictObject({
  kind: textOf<CommandKind>(),
  network: textOf<NetworkName>(),
  caseNumber: z.string().nullable(),
  takenBy: z.string(),
  reference: z.string(),
  networkCode: z.string(),
  amount: z.string(),
  currency: z.string(),
  postingDate: z.string(),
  merchantName: z.string(),
  explanation: z.string(),
  accountId: z.string()
});
type Waiting = z.infer<typeof commandRow>;

/** The longest reason of a refusal that is kept. */
const MOST_REASON = 255;

/**
 * The handler of commands to networks. What a network may or may not have taken is asked again with the same key by the
 * outbox; an answer is kept once. A claim that no network takes goes back to the desk, which works by hand.
 */
export async function commandNetwork(tx: Transaction, { issuerId, payload, attempts }: OutboxEntry): Promise<void> {
  const { disputeId: id, round } = payloadSchema.parse(payload);
  const [waiting] = await readRows(tx, commandRow)`
    SELECT m.kind::text AS kind, c.network, c.case_number AS "caseNumber", c.taken_by AS "takenBy",
      ${REFERENCE} AS reference, c.network_code AS "networkCode", trim_scale(d.amount)::text AS amount, d.currency,
      d.posting_date::text AS "postingDate", d.merchant_name AS "merchantName", d.explanation,
      d.account_id AS "accountId"
    FROM dispute_commands m
    JOIN dispute_cases c ON (c.issuer_id, c.dispute_id) = (m.issuer_id, m.dispute_id)
    JOIN disputes d ON (d.issuer_id, d.id) = (m.issuer_id, m.dispute_id)
    WHERE m.issuer_id = ${issuerId}::uuid AND m.dispute_id = ${id}::uuid AND m.round = ${round} AND m.answered_at IS NULL
      AND c.state <> 'refused'
    FOR UPDATE OF m, c`;
  // A dispute is deleted with its transaction, and an answer is kept once.
  if (!waiting) return;
  const answer = await ask(issuerId, `dispute/${id}/${round}`, waiting);
  if (answer.is !== 'unknown') return keep(tx, { issuerId, id, round }, waiting, answer);
  if (attempts + 1 < MAX_ATTEMPTS) throw new Error('the network may not have taken the command');
  // What is left must outlive the entry's own transaction, which is rolled back; that holds no lock any more then.
  await tx.$executeRaw`ROLLBACK TO SAVEPOINT taken`;
  await transaction((own) => keep(own, { issuerId, id, round }, waiting, { is: 'refused', text: 'unanswered' }));
  throw new Undeliverable('the network never said whether it took the command');
}

function ask(issuerId: string, key: string, waiting: Waiting): Promise<NetworkAnswer> {
  const { kind, network, caseNumber, takenBy: _, accountId: __, ...claim } = waiting;
  if (kind === 'file') return NETWORKS[network].command({ issuerId, key, kind, claim });
  // Rounds go out one after the other; the claim's own answer comes first.
  if (caseNumber === null) return Promise.resolve({ is: 'unknown' });
  return NETWORKS[network].command({ issuerId, key, kind, caseNumber });
}

async function keep(
  tx: Transaction,
  { issuerId, id, round }: { issuerId: string; id: string; round: number },
  { kind, takenBy, reference, networkCode, merchantName, accountId: nodeId }: Waiting,
  answer: Exclude<NetworkAnswer, { is: 'unknown' }>
): Promise<void> {
  const isDone = answer.is === 'done';
  const reason = isDone ? null : answer.text.slice(0, MOST_REASON);
  await tx.disputeCommand.updateMany({
    where: { issuerId, disputeId: id, round, answeredAt: null },
    data: { answeredAt: now(), refusal: reason }
  });
  if (kind === 'file')
    await tx.disputeCase.updateMany({
      where: { issuerId, disputeId: id, state: 'sent' },
      data: isDone ? { state: 'open', caseNumber: answer.caseNumber } : { state: 'refused' }
    });
  if (kind === 'file' && isDone) await queueEvidence(tx, { issuerId, id });
  if (kind === 'withdraw')
    await tx.disputeCase.updateMany({ where: { issuerId, disputeId: id }, data: { state: 'closed' } });
  if (!isDone)
    await tellDesk(tx, { issuerId, id, takenBy, reference, merchantName }, { kind: 'dispute.refused', params: {} });
  await appendAudit(tx, NETWORK_ORIGIN, {
    issuerId,
    nodeId,
    entity: 'dispute',
    entityId: id,
    action: isDone ? 'dispute.network_told' : 'dispute.network_refused',
    details: { round, command: kind, code: networkCode, ...(isDone ? { case: answer.caseNumber } : { reason }) }
  });
}
