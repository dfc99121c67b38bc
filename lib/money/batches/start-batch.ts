import { createHash } from 'node:crypto';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { Upload, UploadKind } from '../../core/files/uploads';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { activeGroup } from '../purchasing/groups/active-group';
import { offerOf } from '../purchasing/terms';
import { offeredSetups } from './batches';
import { checkRows } from './check-rows';
import { batchRows } from './file-rows';
import { headingsOf } from './headings';
import { tellUploader } from './tell-uploader';

/** The kinds of files that hold purchase requests (C5.064). */
export const BATCH_FILES = ['csv', 'xml'] as const satisfies UploadKind[];

/** Checks a file of purchase requests whole, and keeps what it comes to (C5.064), under an id of its own. Nothing is requested yet. */
export function startBatch(
  principal: Principal,
  setupId: string,
  { name, bytes, id = newId() }: Pick<Upload, 'name' | 'bytes'> & { id?: string },
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'purchase_requests', 'modify')) return refused({ code: 'forbidden.action' });
    const setup = (await offeredSetups(principal, tx)).find(({ id }) => id === setupId);
    if (!setup) return refused({ code: 'not.found' });
    const { issuerId, ownerId: companyId, values } = setup;
    const hash = createHash('sha256').update(bytes).digest();
    const isKnown = await exists(tx)`
      SELECT 1 FROM purchase_batches WHERE issuer_id = ${issuerId}::uuid AND setup_id = ${setupId}::uuid
        AND content_hash = ${hash} AND applied_at IS NOT NULL`;
    if (isKnown) return refused({ code: 'batch.file.known', field: 'file' });
    const group = await activeGroup({ issuerId, companyId, userId: principal.userId }, tx);
    if (!group) return refused({ code: 'purchase.group.needed' });
    const offer = await offerOf({ issuerId, companyId, groupId: group.id }, values.template, tx);
    if (!offer) return refused({ code: 'purchase.template.unknown', field: 'setup' });
    const rows = await batchRows(values.format as 'csv' | 'xml', { name, bytes });
    if (!Array.isArray(rows)) return refused({ ...rows, field: 'file' });
    const { requests, faults } = checkRows(rows, headingsOf(values), offer);
    await tx.$executeRaw`
      INSERT INTO purchase_batches (issuer_id, id, company_id, user_id, setup_id, file_name, content_hash, requests, faults,
        uploaded_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${principal.userId}::uuid, ${setupId}::uuid, ${name},
        ${hash}, ${JSON.stringify(requests)}::jsonb, ${JSON.stringify(faults)}::jsonb, ${now()})`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: companyId,
      action: 'purchase_batch.uploaded',
      entity: 'purchase_batch',
      entityId: id,
      details: { file: name, setup: values.name, requests: requests.length, faults: faults.length }
    });
    const brought = { issuerId, userId: principal.userId, id, fileName: name };
    if (faults.length > 0) await tellUploader(tx, brought, 'job.batch.faulty', faults.length);
    return accepted(id);
  });
}
