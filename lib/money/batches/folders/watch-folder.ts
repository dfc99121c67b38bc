import { z } from 'zod';
import { type KeptPrincipal, principalAgain } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import { database, transaction } from '../../../core/database/database';
import { jsonOf, readRows } from '../../../core/database/rows';
import type { Refusal } from '../../../core/entry/refusal';
import { fileName } from '../../../core/files/file-name';
import { MAX_UPLOAD_BYTES } from '../../../core/files/spreadsheet-package';
import { acceptUpload } from '../../../core/files/uploads';
import {
  bytesUpTo,
  foldersIn,
  giveBack,
  QUIET_MILLIS,
  takeFile,
  watchFolder,
  wholeFiles
} from '../../../core/files/watched-folder';
import { now } from '../../../core/server/clock';
import { config } from '../../../core/server/config';
import { log } from '../../../core/server/log';
import { issuerNumbered } from '../../../directory/structure/issuer-numbered';
import { atNode } from '../../../directory/structure/reads/joins';
import { timeZoneAt } from '../../../directory/structure/reads/today';
import { postNotice } from '../../../kit/notices/post-notice';
import { rowsOf } from '../../../kit/setup/records-of';
import { localTime } from '../../purchasing/local-time';
import { applyBatch } from '../apply-batch';
import { ownBatch } from '../batches';
import batchSetup from '../entities/batch-setup';
import { BATCH_FILES, startBatch } from '../start-batch';

// Not imported, as in the watched folder.
const { join } = process.getBuiltinModule('node:path');

const ORIGIN: Origin = { requestId: 'batches-folder', address: '127.0.0.1', userAgent: 'batches folder' };

/**
 * Makes purchase requests of the files in `<folder>/<issuer number>/<company number>/<batch set-up>/`, until the returned
 * function is called (C5.064). Several processes may watch one folder: each file is taken by one.
 */
export const watchBatches = (
  folder: string | undefined = config().TESSERA_BATCHES_FOLDER
): Promise<() => Promise<void>> => watchFolder('folder of purchase requests', folder, takeBatches);

const watchedRow = z.strictObject({
  issuerId: z.string(),
  setupId: z.string(),
  userId: z.string(),
  owner: jsonOf<KeptPrincipal>(),
  goodOnly: z.boolean(),
  readHour: z.number().nullable(),
  readOn: z.string().nullable()
});
type Watched = z.infer<typeof watchedRow>;

/** Takes the complete files of the folders whose time has come, one after the other. */
export async function takeBatches(folder: string, quietMillis = QUIET_MILLIS): Promise<void> {
  for (const issuer of await foldersIn(folder))
    for (const company of await foldersIn(join(folder, issuer)))
      for (const setup of await foldersIn(join(folder, issuer, company))) {
        const place = join(folder, issuer, company, setup);
        const watched = await watchedAt(issuer, company, setup);
        if (watched) await takeDue(watched, place, quietMillis);
        else if ((await wholeFiles(place, quietMillis)).length > 0)
          log.warn({ folder: place }, 'nobody takes the files of this folder, they are left alone');
      }
}

async function watchedAt(issuer: string, company: string, setup: string): Promise<Watched | null> {
  const issuerId = await issuerNumbered(issuer);
  if (!issuerId) return null;
  const [watched] = await readRows(database(), watchedRow)`
    SELECT f.issuer_id AS "issuerId", f.setup_id AS "setupId", f.user_id AS "userId", f.owner, f.good_only AS "goodOnly",
      f.read_hour AS "readHour", f.read_on::text AS "readOn"
    FROM ${rowsOf(batchSetup)} r
      ${atNode('r.owner_id')} AND n.number = ${company}
      JOIN batch_folders f ON (f.issuer_id, f.setup_id) = (r.issuer_id, r.id)
    WHERE r.issuer_id = ${issuerId}::uuid AND lower(r.name) = lower(${setup}) AND r.active`;
  return watched ?? null;
}

async function takeDue(watched: Watched, place: string, quietMillis: number): Promise<void> {
  const { issuerId, setupId, readHour, readOn } = watched;
  const { day, time } = localTime(now(), await timeZoneAt(issuerId));
  const isDue = readHour === null || (readOn !== day && Number(time.slice(0, 2)) >= readHour);
  if (!isDue) return;
  await giveBack(place, (id) => wasApplied(issuerId, id));
  for (const file of await wholeFiles(place, quietMillis))
    await takeFile(place, file, async ({ id, path }) => {
      const fault = await bring(watched, { id, name: file, bytes: await bytesUpTo(MAX_UPLOAD_BYTES, path) });
      await note(watched, file, fault);
      if (fault)
        log.error(
          { file: fileName(file), folder: place, refusal: fault.code },
          'a file of purchase requests was refused'
        );
      return fault === null;
    });
  if (readHour !== null)
    await database().$executeRaw`
      UPDATE batch_folders SET read_on = ${day}::date WHERE issuer_id = ${issuerId}::uuid AND setup_id = ${setupId}::uuid`;
}

const appliedRow = z.strictObject({ isApplied: z.boolean() });

/** Whether the requests of a file were made before the process that took it died; null: they are made now. */
async function wasApplied(issuerId: string, id: string): Promise<boolean | null> {
  const [batch] = await readRows(database(), appliedRow)`
    SELECT b.applied_at IS NOT NULL AS "isApplied" FROM purchase_batches b
    WHERE b.issuer_id = ${issuerId}::uuid AND b.id = ${id}::uuid`;
  return batch?.isApplied ? true : null;
}

/** Checks a file and makes its requests in the name of the folder's owner, as an upload would; or why not. */
async function bring(
  { setupId, owner, goodOnly }: Watched,
  { id, name, bytes }: { id: string; name: string; bytes: Uint8Array<ArrayBuffer> }
): Promise<Refusal | null> {
  const principal = await principalAgain(owner);
  if (!principal) return { code: 'user.not.authorized' };
  const upload = await acceptUpload(new File([bytes], name), BATCH_FILES, principal, ORIGIN);
  if (!upload.ok) return upload.refusal;
  const started = await startBatch(principal, setupId, { ...upload.value, id }, ORIGIN);
  if (!started.ok) return started.refusal;
  const batch = await ownBatch(principal, id);
  // Its owner was told of the faults, and decides.
  if (!batch || (batch.faults.length > 0 && !goodOnly)) return null;
  const applied = await applyBatch(principal, { id, goodOnly }, ORIGIN);
  return applied.ok ? null : (applied.refusals[0] ?? null);
}

/** Keeps what a file came to, and tells the owner where it was refused. */
const note = ({ issuerId, setupId, userId }: Watched, file: string, fault: Refusal | null): Promise<void> =>
  transaction(async (tx) => {
    const lastFile = fileName(file) || 'requests';
    await tx.$executeRaw`
      UPDATE batch_folders SET last_file = ${lastFile}, last_at = ${now()},
        last_fault = ${fault && JSON.stringify(fault)}::jsonb
      WHERE issuer_id = ${issuerId}::uuid AND setup_id = ${setupId}::uuid`;
    if (fault)
      await postNotice(tx, {
        issuerId,
        userId,
        kind: 'job.batch.refused',
        params: { file: lastFile },
        href: '/workspace/purchase-requests/batches'
      });
  });
