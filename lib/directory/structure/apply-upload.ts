import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { appendAudit, type Origin, originSchema } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { sqlStateOf } from '../../core/database/sql-state';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import type { Job, JobRun } from '../../kit/jobs/job-run';
import { startJob } from '../../kit/jobs/start-job';
import { isStale, placeRows, writeRows } from './apply-rows';
import { auditRows } from './audit-upload';
import { lockStructure } from './nodes';
import { seenUpload } from './uploads';

export const APPLY_JOB = 'structure.apply';
/** The payload of the job. */
export const applyPayload = z.object({ uploadId: z.guid(), origin: originSchema });
type ApplyPayload = z.output<typeof applyPayload>;
const TIMEOUT_MILLIS = 600_000;

/** Starts applying a checked upload. Refuses one with faults, without changes, or already applied. */
export function applyUpload(principal: Principal, uploadId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'structure_upload', 'run')) return refused({ code: 'forbidden.action' });
    const upload = await seenUpload(principal, uploadId, tx);
    if (!upload) return refused({ code: 'not.found' });
    if (upload.status !== 'checked' || upload.faultCount > 0 || Object.keys(upload.actions).length === 0)
      return refused({ code: 'upload.not.applicable' });
    if (!(await mayChangeAll(tx, principal, uploadId))) return refused({ code: 'forbidden.action' });
    const { requestId, address, userAgent } = origin;
    const payload = { uploadId, origin: { requestId, address, userAgent, accessor: principal.accessor } };
    const job = await startJob(tx, principal, { kind: APPLY_JOB, nodeId: upload.nodeId, payload });
    if (!job.ok) return job;
    await tx.structureUpload.updateMany({
      where: { issuerId: principal.issuerId, id: uploadId },
      data: { jobId: job.value }
    });
    await recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'structure.upload_apply_started',
      entity: 'structure_upload',
      entityId: uploadId,
      nodeId: upload.nodeId
    });
    return accepted(null);
  });
}

const kindRow = z.strictObject({ accounts: z.boolean() });

/** Whether the principal may still change all kinds of record in the upload, since the check may be days old. */
async function mayChangeAll(tx: Transaction, principal: Principal, uploadId: string): Promise<boolean> {
  const kinds = await readRows(tx, kindRow)`
    SELECT DISTINCT kind = 'account' AS accounts FROM structure_upload_rows
    WHERE issuer_id = ${principal.issuerId}::uuid AND upload_id = ${uploadId}::uuid`;
  return kinds.every(({ accounts }) => may(principal, accounts ? 'accounts' : 'structure', 'modify'));
}

/**
 * Applies a checked upload in one transaction, while nothing else changes the shape of the structure. It fails as stale
 * if anything has changed since the check. The audit of each record follows.
 */
export async function runApplyUpload(run: JobRun<ApplyPayload>): Promise<Result<Prisma.InputJsonObject>> {
  const { issuerId } = run.job;
  const { uploadId, origin } = run.job.payload;
  try {
    const refusal = await transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = '600s'`;
      await tx.$executeRaw`SET LOCAL work_mem = '64MB'`;
      return apply(tx, run);
    }, TIMEOUT_MILLIS);
    if (refusal) {
      await fail(issuerId, uploadId, refusal);
      return refused(refusal);
    }
  } catch (error) {
    if (!isConstraint(error)) throw error;
    // Another user has taken a number or a card meanwhile.
    await fail(issuerId, uploadId, STALE);
    return refused(STALE);
  }
  await auditRows(run.job, uploadId, origin);
  return accepted({ uploadId });
}

const STALE: Refusal = { code: 'upload.stale' };
const STEPS = 3;

const uploadRow = z.strictObject({ status: z.string(), nodeId: z.string() });

async function apply(tx: Transaction, run: JobRun<ApplyPayload>): Promise<Refusal | null> {
  const { issuerId, payload } = run.job;
  const { uploadId } = payload;
  await lockStructure(tx, issuerId);
  const [upload] = await readRows(tx, uploadRow)`
    SELECT status::text, node_id AS "nodeId" FROM structure_uploads
    WHERE issuer_id = ${issuerId}::uuid AND id = ${uploadId}::uuid FOR UPDATE`;
  // An earlier run committed before it was killed.
  if (upload?.status !== 'checked') return null;
  const target = { issuerId, uploadId, nodeId: upload.nodeId };
  await run.save({ done: 0, total: STEPS });
  if ((await isStale(tx, target)) || !(await placeRows(tx, target))) return STALE;
  await run.save({ done: 1, total: STEPS });
  await writeRows(tx, target);
  await run.save({ done: 2, total: STEPS });
  await tx.structureUploadCard.deleteMany({ where: { issuerId, uploadId } });
  await tx.structureUpload.updateMany({
    where: { issuerId, id: uploadId },
    data: { status: 'applied', appliedAt: now() }
  });
  await run.confirm(tx);
  await audit(tx, run.job);
  return null;
}

const planRow = z.strictObject({ fileName: z.string(), actions: z.record(z.string(), z.number()), digest: z.string() });

/** Audits the upload in one entry: the number of rows by action, and the digest of the rows, which stay. */
async function audit(tx: Transaction, { issuerId, nodeId, ownerUserId, payload }: Job<ApplyPayload>): Promise<void> {
  const { uploadId, origin } = payload;
  const [said] = await readRows(tx, planRow)`
    SELECT file_name AS "fileName", actions, (SELECT encode(sha256(convert_to(coalesce(string_agg(r::text, '' ORDER BY r.row), ''), 'UTF8')), 'hex')
      FROM structure_upload_rows r WHERE r.issuer_id = u.issuer_id AND r.upload_id = u.id) AS digest
    FROM structure_uploads u WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ${uploadId}::uuid`;
  await appendAudit(tx, origin, {
    issuerId,
    actorUserId: ownerUserId,
    action: 'structure.uploaded',
    entity: 'structure_upload',
    entityId: uploadId,
    nodeId,
    details: { file: said?.fileName ?? '', digest: said?.digest ?? '', ...said?.actions }
  });
}

async function fail(issuerId: string, uploadId: string, refusal: Refusal): Promise<void> {
  await database().$executeRaw`
    UPDATE structure_uploads SET status = 'failed', refusal = ${JSON.stringify(refusal)}::jsonb
    WHERE issuer_id = ${issuerId}::uuid AND id = ${uploadId}::uuid AND status = 'checked'`;
}

/** Class 23, integrity constraint violation. */
const isConstraint = (error: unknown) => sqlStateOf(error)?.startsWith('23') ?? false;
