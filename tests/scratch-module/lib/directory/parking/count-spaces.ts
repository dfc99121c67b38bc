import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted } from '../../core/entry/refusal';
import type { JobHandler } from '../../kit/jobs/job-run';

export const countPayload = z.object({});

const countedRow = z.strictObject({ free: z.number() });

/** Counts the free spaces of an issuer. */
export const countSpaces: JobHandler = async ({ job }) => {
  const [counted] = await readRows(database(), countedRow)`
    SELECT count(*)::int AS free FROM parking_spaces WHERE issuer_id = ${job.issuerId}::uuid AND taken_at IS NULL`;
  return accepted({ free: counted?.free ?? 0 });
};
