import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import type { KeyAfter } from '../../core/language/text-key';
import { atNode } from '../../directory/structure/reads/joins';
import { choicesOf, type Listing } from '../listing/listing';
import { JOB_KINDS, type JobKind } from './job-kinds';

const jobStatus = z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']);
export type JobStatus = z.infer<typeof jobStatus>;

const jobProgressRow = z.strictObject({
  id: z.string(),
  kind: textOf<KeyAfter<'job.kind.'>>(),
  nodeId: z.string(),
  status: jobStatus,
  done: z.number(),
  total: z.number().nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  refusal: jsonOf<Refusal>().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable()
});
export type JobProgress = z.infer<typeof jobProgressRow>;

/** The progress of one of the user's own jobs, or null. */
export async function jobProgress({ issuerId, userId }: Principal, id: string): Promise<JobProgress | null> {
  const [job] = await readRows(database(), jobProgressRow)`
    SELECT id, kind, node_id AS "nodeId", status::text AS status, done, total, result, refusal,
      created_at AS "createdAt", finished_at AS "finishedAt"
    FROM jobs WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND owner_user_id = ${userId}::uuid`;
  return job ?? null;
}

/** The stored payload and checkpoint of one of the user's own jobs. @throws Error if there is none */
export const jobContent = ({ issuerId, userId }: Principal, id: string) =>
  database().job.findUniqueOrThrow({
    where: { issuerId_id: { issuerId, id }, ownerUserId: userId },
    select: { payload: true, checkpoint: true }
  });

/** The number of the user's own jobs that wait or run. */
export const runningJobs = ({ issuerId, userId }: Principal): Promise<number> =>
  database().job.count({ where: { issuerId, ownerUserId: userId, status: { in: ['queued', 'processing'] } } });

/** The user's own jobs, newest first. */
export const OWN_JOBS: Listing = {
  name: 'jobs',
  area: 'jobs',
  from: () => Prisma.sql`jobs j ${atNode('j.node_id')}`,
  where: ({ issuerId, userId }) => Prisma.sql`j.issuer_id = ${issuerId}::uuid AND j.owner_user_id = ${userId}::uuid`,
  issuer: Prisma.sql`j.issuer_id`,
  id: Prisma.sql`j.id`,
  columns: {
    kind: {
      sql: Prisma.sql`j.kind`,
      type: 'choice',
      label: 'job.kind',
      filter: 'choice',
      choices: choicesOf(Object.keys(JOB_KINDS) as JobKind[], (kind) => `job.kind.${kind}`)
    },
    node: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'job.node', filter: 'contains' },
    status: {
      sql: Prisma.sql`j.status::text`,
      type: 'choice',
      label: 'job.status',
      filter: 'choice',
      choices: {
        queued: 'job.status.queued',
        processing: 'job.status.processing',
        completed: 'job.status.completed',
        failed: 'job.status.failed',
        cancelled: 'job.status.cancelled'
      }
    },
    done: { sql: Prisma.sql`j.done`, type: 'number', label: 'job.done' },
    total: { sql: Prisma.sql`j.total`, type: 'number', label: 'job.total', nullable: true },
    created: { sql: Prisma.sql`j.created_at`, type: 'date-time', label: 'job.created', filter: 'range' },
    finished: { sql: Prisma.sql`j.finished_at`, type: 'date-time', label: 'job.finished', nullable: true }
  },
  order: { column: 'created', descending: true }
};
