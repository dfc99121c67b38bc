import { z } from 'zod';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { deleteLargeFiles } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import { UNFINISHED_JOBS } from '../../kit/jobs/reads/unfinished';
import { type RetentionPart, StillHeld } from '../transactions/retention';

/** Jobs that write a file of export `x`, or reverse it. */
const AT_WORK = Prisma.sql`SELECT 1 FROM ${UNFINISHED_JOBS} j WHERE j.issuer_id = x.issuer_id
  AND (j.id = x.reversal_job_id OR j.id IN (
    SELECT f.job_id FROM ledger_files f WHERE f.issuer_id = x.issuer_id AND f.export_id = x.id))`;

const heldRow = z.strictObject({ atWork: z.boolean() });

const fileRow = z.strictObject({ fileId: z.string().nullable() });

/**
 * Transactions stay while their export is being written or reversed. When the first of them is deleted, the export's
 * files are deleted too, since they contain its data; the export and its totals stay.
 */
export const ledgerRetention: RetentionPart = {
  holds: Prisma.sql`EXISTS (SELECT 1 FROM ledger_exports x
    WHERE x.issuer_id = t.issuer_id AND x.id = t.exported_in AND EXISTS (${AT_WORK}))`,
  async forget(tx, issuerId, gone) {
    const exports = [...new Set(gone.flatMap(({ exportedIn }) => exportedIn ?? []))];
    // Locked by a statement of its own: one that waits sees no job that began meanwhile.
    await tx.$executeRaw`
      SELECT 1 FROM ledger_exports WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${exports}::uuid[]) ORDER BY id FOR UPDATE`;
    const [held] = await readRows(tx, heldRow)`
      SELECT EXISTS (SELECT 1 FROM ledger_exports x
        WHERE x.issuer_id = ${issuerId}::uuid AND x.id = ANY(${exports}::uuid[]) AND EXISTS (${AT_WORK})) AS "atWork"`;
    if (held?.atWork) throw new StillHeld();
    await tx.$executeRaw`
      UPDATE ledger_exports SET expired_at = ${now()}
      WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${exports}::uuid[]) AND expired_at IS NULL`;
    const files = await readRows(tx, fileRow)`
      DELETE FROM ledger_files WHERE issuer_id = ${issuerId}::uuid AND export_id = ANY(${exports}::uuid[])
      RETURNING file_id AS "fileId"`;
    const ids = files.flatMap(({ fileId }) => fileId ?? []);
    await deleteLargeFiles(tx, issuerId, ids);
  }
};
