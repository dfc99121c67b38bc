import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import type { JobStatus } from './own-jobs';

/** The status of a record's job as SQL, for lists of such records; a job that is gone counts as failed. */
export const jobStatusSql = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce((SELECT j.status::text FROM jobs j WHERE (j.issuer_id, j.id) = (${issuer}, ${id})), 'failed')`;

const statusRow = z.strictObject({ status: textOf<JobStatus>() });

/** Whether a job waits or runs. It stays so until the transaction ends. */
export async function isHeldRunning(tx: Transaction, issuerId: string, id: string): Promise<boolean> {
  const [job] = await readRows(tx, statusRow)`
    SELECT status::text AS status FROM jobs WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  return job?.status === 'queued' || job?.status === 'processing';
}
