import { z } from 'zod';
import { keptPrincipalSchema, may, type Principal, principalAgain } from '../../access/policy/principal';
import { originSchema } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { accepted, refused } from '../../core/entry/refusal';
import type { JobHandler, JobRun } from '../jobs/job-run';
import { type JobProgress, jobContent, jobProgress } from '../jobs/own-jobs';
import { matchingRows, type NamedRow } from '../listing/named-rows';
import { COUNTED, listCount } from '../listing/page';
import { type BulkList, type BulkTarget, bulkList, bulkTargetSchema } from './bulk-lists';
import { type BulkReport, keepRemarks, remarksOfJob, reportOfJob } from './bulk-report';
import type { Lists } from './declared-lists';
import { doAll, doOne, NOTHING_DONE, type Remark, type Tally } from './run-bulk';

/** The kind of job that runs bulk actions. */
export const BULK_JOB = 'bulk';

/** The payload of the job. */
export const bulkPayload = z.object({
  target: bulkTargetSchema,
  action: z.string(),
  /** The parameters, as the action's schema has parsed them. */
  parameters: z.unknown().optional(),
  /** The requesting principal; permissions are read again for each chunk. */
  principal: keptPrincipalSchema,
  origin: originSchema
});
export type BulkPayload = z.output<typeof bulkPayload>;

/** The number of rows read at a time, and processed before the principal is read again. */
const ONE_BY_ONE = { lookedUp: 100, chunk: 100 };
/** For an action over many rows; a chunk is one transaction. */
const AT_ONCE = { lookedUp: COUNTED + 1, chunk: 1_000 };

interface Checkpoint {
  after?: Pick<NamedRow, 'issuerId' | 'id'> | null;
  tally?: Tally;
}

/**
 * Runs a bulk action on all matching rows of a list in chunks, with the principal's current scope and permissions.
 * After a crash, a row that was processed by itself may be repeated: its command then refuses. Rows processed together
 * are saved in the same transaction as the progress.
 */
export async function doBulk(run: JobRun<BulkPayload>, lists: Lists): ReturnType<JobHandler> {
  const { target, action: name, parameters, principal: kept, origin } = run.job.payload;
  const list = bulkList(lists, target);
  const action = list?.actions[name];
  if (!list || !action) return refused({ code: 'not.found' });
  const { listing, query } = list;
  let { after = null, tally = NOTHING_DONE } = run.checkpoint as Checkpoint;
  let total: number | undefined;
  const { lookedUp, chunk } =
    'runAll' in action ? { ...AT_ONCE, ...(action.together && { chunk: action.together }) } : ONE_BY_ONE;
  let matching: NamedRow[] = [];
  for (;;) {
    const principal = await principalAgain(kept);
    if (!principal || !may(principal, ...action.needs)) return refused({ code: 'user.not.authorized' });
    if (matching.length === 0) {
      const isFirst = after === null;
      matching = await matchingRows(principal, listing, query, { after, size: lookedUp });
      if (isFirst) total = await totalOf(principal, list, matching.length, lookedUp);
    }
    const rows = matching.splice(0, chunk);
    if (rows.length === 0) return accepted({ ...tally });
    if ('runAll' in action) {
      tally = await transaction(async (tx) => {
        const come = await doAll(tx, tally, principal, action, rows, origin, parameters);
        await keepRemarks(tx, run.job, come.remarks);
        await run.save(noted(come.tally, rows.at(-1) as NamedRow, total), tx);
        return come.tally;
      });
      after = rows.at(-1) ?? null;
      continue;
    }
    for (const row of rows) {
      const come = await doOne(tally, principal, action, row, origin);
      ({ tally } = come);
      after = row;
      if (come.remarks.length === 0) await run.save(noted(tally, row, total));
      else
        await transaction(async (tx) => {
          await keepRemarks(tx, run.job, come.remarks);
          await run.save(noted(come.tally, row, total), tx);
        });
    }
  }
}

/** The job's progress, and its position. */
const noted = (tally: Tally, { issuerId, id }: NamedRow, total: number | undefined) => ({
  done: tally.done + tally.refused,
  total,
  checkpoint: { after: { issuerId, id }, tally: { ...tally } } satisfies Prisma.InputJsonObject
});

/**
 * The total number of rows: `found` if all of them were read, else counted; undefined if there are too many to count.
 */
async function totalOf(
  principal: Principal,
  { listing, query }: BulkList,
  found: number,
  lookedUp: number
): Promise<number | undefined> {
  const isAll = found < lookedUp || lookedUp > COUNTED;
  const count = isAll ? found : await listCount(principal, listing, query);
  return count > COUNTED ? undefined : count;
}

/** One of the user's own bulk actions in the background: its progress, action, list and number of rows. */
async function ownBulk(principal: Principal, id: string) {
  const job = await jobProgress(principal, id);
  if (job?.kind !== BULK_JOB) return null;
  const { payload, checkpoint } = await jobContent(principal, id);
  const { target, action } = bulkPayload.parse(payload);
  return { ...job, target, action, tally: (checkpoint as Checkpoint).tally ?? NOTHING_DONE };
}

/** One of the user's own bulk actions in the background: its progress, action and report so far. */
export async function bulkProgress(
  principal: Principal,
  id: string
): Promise<(JobProgress & Pick<BulkPayload, 'target' | 'action'> & { report: BulkReport }) | null> {
  const bulk = await ownBulk(principal, id);
  if (!bulk) return null;
  const { tally, ...job } = bulk;
  return { ...job, report: await reportOfJob(principal, id, tally) };
}

/** All remarks of one of the user's own bulk actions, with their list. */
export async function bulkRemarks(
  principal: Principal,
  id: string
): Promise<{ target: BulkTarget; remarks: AsyncGenerator<Remark> } | null> {
  const bulk = await ownBulk(principal, id);
  return bulk && { target: bulk.target, remarks: remarksOfJob(principal, id) };
}
