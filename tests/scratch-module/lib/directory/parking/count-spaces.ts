import { z } from 'zod';
import { database } from '../../core/database/database';
import { accepted } from '../../core/entry/refusal';
import type { JobHandler } from '../../kit/jobs/job-run';

export const countPayload = z.object({});

/** Counts the free spaces of an issuer. */
export const countSpaces: JobHandler = async ({ job }) => {
  const [counted] = await database().$queryRaw<{ free: number }[]>`
    SELECT count(*)::int AS free FROM parking_spaces WHERE issuer_id = ${job.issuerId}::uuid AND taken_at IS NULL`;
  return accepted({ free: counted?.free ?? 0 });
};
