import type { PoolClient } from 'pg';
import { z } from 'zod';
import { database, transaction } from '../../core/database/database';
import { onOwnConnection } from '../../core/database/own-connection';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { SpreadsheetRefused } from '../../core/files/spreadsheet-package';
import { deleteFiles, storedFile } from '../../core/files/stored-files';
import { type JobRun, JobStopped } from '../../kit/jobs/job-run';
import { accountListsOf } from './account-lists';
import { keepOutcome } from './keep-outcome';
import { structureNodeRow } from './nodes';
import { resolveUpload, type UploadPlace } from './resolve-upload';
import { stageRows } from './stage-upload';
import { openFile } from './start-upload';
import { findFaults, uploadPowersSchema } from './upload-faults';
import { type FileReading, fileRows } from './upload-rows';

/** The payload of the job. */
export const checkPayload = z.object({ uploadId: z.guid(), powers: uploadPowersSchema });
type CheckPayload = z.output<typeof checkPayload>;

/** The number of steps after reading the file, for the displayed progress. */
const STEPS = 4;

const uploadRow = structureNodeRow
  .pick({ issuerId: true, id: true, kind: true, path: true, companyId: true })
  .extend({ fileId: z.string() });

interface Waiting {
  fileId: string;
  bytes: Uint8Array;
  root: UploadPlace['root'];
}

/**
 * The dry run: reads the file, computes its changes and faults, stores both, and deletes the file. It doesn't change the structure. After
 * a crash it starts again.
 */
export async function checkUpload(run: JobRun<CheckPayload>): Promise<Result<Prisma.InputJsonObject>> {
  const { issuerId } = run.job;
  const { uploadId } = run.job.payload;
  const waiting = await waitingUpload(issuerId, uploadId);
  if (!waiting) return accepted({ uploadId });
  try {
    await onOwnConnection(async (client, tx) => {
      await check(client, run, uploadId, waiting);
      await deleteFiles(tx, issuerId, [waiting.fileId]);
    });
  } catch (error) {
    if (!(error instanceof SpreadsheetRefused)) throw error;
    await fail(issuerId, uploadId, waiting.fileId, error.refusal);
    return refused(error.refusal);
  }
  return accepted({ uploadId });
}

async function check(
  client: PoolClient,
  run: JobRun<CheckPayload>,
  uploadId: string,
  { root, fileId, bytes }: Waiting
): Promise<void> {
  const { issuerId, payload } = run.job;
  const reading: FileReading = { columns: new Map(), faults: [], rowCount: 0 };
  const rows = fileRows(issuerId, await accountListsOf(issuerId), openFile(issuerId, fileId, bytes), reading);
  await stageRows(client, rows, (count) => run.save({ done: count }));
  const steps = async (done: number) => run.save({ done: reading.rowCount + done, total: reading.rowCount + STEPS });
  await steps(1);
  const place: UploadPlace = { root, has: (field) => reading.columns.has(field) };
  await resolveUpload(client, place);
  await steps(2);
  await findFaults(client, place, payload.powers, reading.faults);
  await steps(3);
  await keepOutcome(client, { issuerId, uploadId, jobId: run.job.id }, reading);
  if (await run.cancelled()) throw new JobStopped();
}

/** The upload to check; null if it is already checked. */
async function waitingUpload(issuerId: string, id: string): Promise<Waiting | null> {
  const [upload] = await readRows(database(), uploadRow)`
    SELECT u.file_id AS "fileId", n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.path,
      n.company_id AS "companyId"
    FROM structure_uploads u JOIN nodes n ON (n.issuer_id, n.id) = (u.issuer_id, u.node_id)
    WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ${id}::uuid AND u.status = 'checking'`;
  const file = upload && (await storedFile(database(), { issuerId, id: upload.fileId }));
  if (!file) return null;
  const { fileId, ...root } = upload;
  return { fileId, bytes: file.bytes, root };
}

async function fail(issuerId: string, id: string, fileId: string, refusal: Refusal): Promise<void> {
  await transaction(async (tx) => {
    await deleteFiles(tx, issuerId, [fileId]);
    await tx.$executeRaw`
      UPDATE structure_uploads SET status = 'failed', refusal = ${JSON.stringify(refusal)}::jsonb
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'checking'`;
  });
}
