import { z } from 'zod';
import { appendAudit } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { readRows, textOf } from '../../../core/database/rows';
import { readLargeFile } from '../../../core/files/large-files';
import { now } from '../../../core/server/clock';
import { enqueue, MAX_ATTEMPTS, type OutboxEntry, Undeliverable } from '../../../core/server/outbox';
import { storedFiles } from '../../../kit/attachments/stored-files';
import { type Dispute, REFERENCE } from '../disputes';
import { tellDesk } from '../tell-outcome';
import type { EvidenceAnswer } from './network';
import { NETWORKS, type NetworkName } from './networks';
import { NETWORK_ORIGIN } from './origin';

/** Queues the files of a claim that its network has just taken, each once: what is submitted gets no further ones. */
export async function queueEvidence(
  tx: Transaction,
  { issuerId, id: disputeId }: Pick<Dispute, 'issuerId' | 'id'>
): Promise<void> {
  for (const { fileId, name, mediaType, size, sha256 } of await storedFiles(
    issuerId,
    [{ entity: 'dispute', id: disputeId }],
    tx
  )) {
    await tx.disputeEvidence.create({
      data: {
        issuerId,
        disputeId,
        fileId,
        name,
        mediaType,
        size,
        queuedAt: now(),
        sha256: Buffer.from(sha256, 'hex')
      }
    });
    await enqueue(tx, { issuerId, topic: 'dispute.evidence', payload: { disputeId, fileId } });
  }
}

const payloadSchema = z.strictObject({ disputeId: z.guid(), fileId: z.guid() });
const waitingRow = z.strictObject({
  network: textOf<NetworkName>(),
  caseNumber: z.string(),
  nodeId: z.string(),
  takenBy: z.string(),
  reference: z.string(),
  merchantName: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  sha256: z.string()
});
type Waiting = z.infer<typeof waitingRow>;
type Key = z.infer<typeof payloadSchema> & { issuerId: string };

/** The longest reason of a refusal that is kept. */
const MOST_REASON = 255;

/**
 * The handler of evidence: hands one file over to the network of its case, its bytes as they are read from the sealed
 * store. What the network may or may not have taken is handed over again under the same key; its answer is kept once.
 */
export async function handOverEvidence(tx: Transaction, { issuerId, payload, attempts }: OutboxEntry): Promise<void> {
  const key = { issuerId, ...payloadSchema.parse(payload) };
  const { disputeId, fileId } = key;
  const [waiting] = await readRows(tx, waitingRow)`
    SELECT c.network, c.case_number AS "caseNumber", d.account_id AS "nodeId", c.taken_by AS "takenBy",
      ${REFERENCE} AS reference, d.merchant_name AS "merchantName", e.name, e.media_type AS "mediaType", e.size,
      encode(e.sha256, 'hex') AS sha256
    FROM dispute_evidence e
    JOIN dispute_cases c ON (c.issuer_id, c.dispute_id) = (e.issuer_id, e.dispute_id)
    JOIN disputes d ON (d.issuer_id, d.id) = (e.issuer_id, e.dispute_id)
    WHERE e.issuer_id = ${issuerId}::uuid AND e.dispute_id = ${disputeId}::uuid AND e.file_id = ${fileId}::uuid
      AND e.answered_at IS NULL
    FOR UPDATE OF e`;
  if (!waiting) return;
  const { network, caseNumber, name, mediaType, size, sha256 } = waiting;
  const answer = await NETWORKS[network].takeEvidence({
    issuerId,
    key: `dispute/${disputeId}/${fileId}`,
    caseNumber,
    name,
    mediaType,
    size,
    sha256,
    bytes: readLargeFile({ issuerId, id: fileId })
  });
  if (answer.is !== 'unknown') return keep(tx, key, waiting, answer);
  if (attempts + 1 < MAX_ATTEMPTS) throw new Error('the network may not have taken the evidence');
  // What is left must outlive the entry's own transaction, which is rolled back; that holds no lock any more then.
  await tx.$executeRaw`ROLLBACK TO SAVEPOINT taken`;
  await transaction((own) => keep(own, key, waiting, { is: 'refused', text: 'unanswered' }));
  throw new Undeliverable('the network never said whether it took the evidence');
}

async function keep(
  tx: Transaction,
  { issuerId, disputeId, fileId }: Key,
  { nodeId, takenBy, reference, merchantName, name, mediaType, size, sha256 }: Waiting,
  answer: Exclude<EvidenceAnswer, { is: 'unknown' }>
): Promise<void> {
  const isDone = answer.is === 'done';
  const refusal = isDone ? null : answer.text.slice(0, MOST_REASON);
  const { count } = await tx.disputeEvidence.updateMany({
    where: { issuerId, disputeId, fileId, answeredAt: null },
    data: { answeredAt: now(), networkReference: isDone ? answer.reference : null, refusal }
  });
  if (count === 0) return;
  if (!isDone)
    await tellDesk(
      tx,
      { issuerId, id: disputeId, takenBy, reference, merchantName },
      { kind: 'dispute.refused', params: {} }
    );
  await appendAudit(tx, NETWORK_ORIGIN, {
    issuerId,
    nodeId,
    entity: 'dispute',
    entityId: disputeId,
    action: isDone ? 'dispute.evidence_taken' : 'dispute.evidence_refused',
    details: {
      file: name,
      type: mediaType,
      size,
      sha256,
      ...(isDone ? { reference: answer.reference } : { reason: refusal })
    }
  });
}

const handedRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Null: it is on its way. */
  reference: z.string().nullable(),
  refusal: z.string().nullable()
});

/** The evidence of a case at its network, for readers of its dispute; the oldest first. */
export const evidenceOf = ({ issuerId, id }: Pick<Dispute, 'issuerId' | 'id'>): Promise<z.infer<typeof handedRow>[]> =>
  readRows(database(), handedRow)`
    SELECT e.file_id AS id, e.name, e.network_reference AS reference, e.refusal FROM dispute_evidence e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.dispute_id = ${id}::uuid ORDER BY e.queued_at, e.name, e.file_id`;
