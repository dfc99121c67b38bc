import { createHash } from 'node:crypto';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { settingValue } from '../../access/settings/setting-value';
import type { Origin } from '../../core/audit/audit';
import { daysLater } from '../../core/calendar/days';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { SpreadsheetPackage, SpreadsheetRefused } from '../../core/files/spreadsheet-package';
import { SPREADSHEET_TYPE } from '../../core/files/spreadsheet-writer';
import { storeFile } from '../../core/files/stored-files';
import { acceptUpload, type Upload } from '../../core/files/uploads';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { startJob } from '../../kit/jobs/start-job';
import { seenNode } from './nodes';

export const CHECK_JOB = 'structure.check';
/** A file without a check, because its job was cancelled, is deleted after this many days. */
const KEPT_DAYS = 7;

const placeOf = (issuerId: string, fileId: string) => `file/${issuerId}/${fileId}`;

/** Decrypts the uploaded file, which may contain card numbers. */
export const openFile = (issuerId: string, fileId: string, sealed: Uint8Array) =>
  decrypt('upload', sealed, placeOf(issuerId, fileId));

const megabytesAt = ({ issuerId, companyId }: { issuerId: string; companyId: string | null }) =>
  settingValue(database(), { issuerId, companyId }, 'structure.upload.megabytes');

/** The most megabytes of a file that changes the structure below a node. */
export async function megabytesBelow(principal: Principal, nodeId: string): Promise<number> {
  return megabytesAt((await seenNode(principal, nodeId)) ?? { issuerId: principal.issuerId, companyId: null });
}

/**
 * Stores a spreadsheet that changes the structure below a node, and starts its check; nothing is changed yet. Refuses
 * files other than harmless xlsx, larger than 4 MB or a lower limit (CD.12), or infected (C8.019), and a second upload
 * while one is in progress.
 */
export async function startUpload(
  principal: Principal,
  nodeId: string,
  file: File,
  origin: Origin
): Promise<Result<string>> {
  if (!may(principal, 'structure_upload', 'run')) return refused({ code: 'forbidden.action' });
  const node = await seenNode(principal, nodeId);
  if (!node || !['issuer', 'company_group', 'company'].includes(node.kind) || node.issuerId !== principal.issuerId)
    return refused({ code: 'not.found' });
  const megabytes = await megabytesAt(node);
  if (file.size > megabytes * 1024 ** 2)
    return refused({ code: 'file.too.large', field: 'file', params: { megabytes } });
  const upload = await acceptUpload(file, ['xlsx'], principal, origin);
  if (!upload.ok) return upload;
  try {
    await SpreadsheetPackage.open(upload.value.bytes);
  } catch (error) {
    if (error instanceof SpreadsheetRefused) return refused(error.refusal);
    throw error;
  }
  const powers = { structure: may(principal, 'structure', 'modify'), accounts: may(principal, 'accounts', 'modify') };
  return transaction(async (tx) => {
    const id = newId();
    const job = await startJob(tx, principal, { kind: CHECK_JOB, nodeId, payload: { uploadId: id, powers } });
    if (!job.ok) return job;
    await keepUpload(tx, principal, { id, nodeId, jobId: job.value }, upload.value);
    await recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'structure.upload_started',
      entity: 'structure_upload',
      entityId: id,
      nodeId,
      details: { file: upload.value.name }
    });
    return accepted(id);
  });
}

async function keepUpload(
  tx: Transaction,
  { issuerId, userId }: Principal,
  { id, nodeId, jobId }: { id: string; nodeId: string; jobId: string },
  { name, bytes }: Pick<Upload, 'name' | 'bytes'>
): Promise<void> {
  const fileId = newId();
  const fileName = name || 'upload.xlsx';
  const file = {
    issuerId,
    name: fileName,
    mediaType: SPREADSHEET_TYPE,
    ownerUserId: userId,
    bytes: encrypt('upload', bytes, placeOf(issuerId, fileId)),
    expiresAt: daysLater(now(), KEPT_DAYS)
  };
  await storeFile(tx, file, fileId);
  await tx.structureUpload.createMany({
    data: {
      issuerId,
      id,
      nodeId,
      ownerUserId: userId,
      fileName,
      fileSha256: createHash('sha256').update(bytes).digest(),
      fileId,
      jobId,
      createdAt: now()
    }
  });
}
