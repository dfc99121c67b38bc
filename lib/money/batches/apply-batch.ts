import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { exists, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { type Outcome, settled, undo } from '../../kit/setup/settle';
import { addRequests } from '../purchasing/add-requests';
import { submitAdded } from '../purchasing/change-state';
import { type Batch, heldBatch, offeredSetups } from './batches';
import type { BatchRequest } from './check-rows';
import { tellUploader } from './tell-uploader';

/** As long as ten thousand requests may take. */
const TIMEOUT = 120_000;

/**
 * Makes the requests of a checked file, all or none, in the name of whoever brought it (C5.064). Those whose reference
 * made a request before are left out, so that a file can be brought again. Returns how many it made.
 */
export function applyBatch(
  principal: Principal,
  { id, goodOnly }: { id: string; goodOnly: boolean },
  origin: Origin
): Promise<Outcome<number>> {
  return settled(async (tx) => {
    const batch = (await heldBatch(tx, principal, id)) ?? undo({ code: 'not.found' });
    if (!may(principal, 'purchase_requests', 'modify')) return undo({ code: 'forbidden.action' });
    if (batch.appliedAt) return undo({ code: 'batch.applied.already' });
    if (batch.faults.length > 0 && !goodOnly) return undo({ code: 'batch.faulty' });
    const setup = (await offeredSetups(principal, tx)).find((one) => one.id === batch.setupId);
    if (!setup) return undo({ code: 'batch.setup.gone' });
    const { template: templateId, submits } = setup.values;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`batches/${batch.issuerId}/${batch.companyId}`}, 0))`;
    if (await isKnown(tx, batch)) return undo({ code: 'batch.file.known' });
    const fresh = await freshOf(tx, batch);
    const requestIds = await addRequests(
      tx,
      principal,
      { templateId, entries: fresh.map(({ entry }) => entry) },
      origin
    );
    if (submits) await submitAdded(tx, principal, requestIds, origin);
    await tx.$executeRaw`
      INSERT INTO batch_requests (issuer_id, company_id, reference, request_id, batch_id)
      SELECT ${batch.issuerId}::uuid, ${batch.companyId}::uuid, r.reference, r.id, ${id}::uuid
      FROM unnest(${fresh.map(({ reference }) => reference)}::text[], ${requestIds}::uuid[]) AS r (reference, id)`;
    await tx.$executeRaw`
      UPDATE purchase_batches SET created = ${fresh.length}, applied_at = ${now()}
      WHERE issuer_id = ${batch.issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId: batch.issuerId,
      nodeId: batch.companyId,
      entity: 'purchase_batch',
      entityId: id,
      action: 'purchase_batch.applied',
      details: { file: batch.fileName, requests: fresh.length }
    });
    await tellUploader(tx, { ...batch, userId: principal.userId }, 'job.batch.applied', fresh.length);
    return fresh.length;
  }, TIMEOUT);
}

/** Whether another batch of the same content was applied. */
const isKnown = (tx: Transaction, { issuerId, id }: Batch): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM purchase_batches b JOIN purchase_batches other ON other.issuer_id = b.issuer_id
      AND other.setup_id = b.setup_id AND other.content_hash = b.content_hash AND other.applied_at IS NOT NULL
    WHERE b.issuer_id = ${issuerId}::uuid AND b.id = ${id}::uuid`;

const knownRow = z.strictObject({ reference: z.string() });

/** The requests of a batch whose references made none before. */
async function freshOf(tx: Transaction, { issuerId, companyId, requests }: Batch): Promise<BatchRequest[]> {
  const known = await readRows(tx, knownRow)`
    SELECT k.reference FROM batch_requests k
    WHERE k.issuer_id = ${issuerId}::uuid AND k.company_id = ${companyId}::uuid
      AND k.reference = ANY(${requests.map(({ reference }) => reference)})`;
  const references = new Set(known.map(({ reference }) => reference));
  return requests.filter(({ reference }) => !references.has(reference));
}
