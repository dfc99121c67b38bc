import { z } from 'zod';
import { keptPrincipalSchema, may, type Principal, principalAgain } from '../../access/policy/principal';
import { originSchema } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { accepted, refused } from '../../core/entry/refusal';
import type { JobHandler, JobRun } from '../jobs/job-run';
import { type JobProgress, jobProgress } from '../jobs/own-jobs';
import { matchingRows, type NamedRow } from '../listing/named-rows';
import { COUNTED, listCount } from '../listing/page';
import { type BulkList, type BulkTarget, bulkList, bulkTargetSchema } from './bulk-lists';
import { type BulkReport, keepRemarks, remarksOfJob, reportOfJob } from './bulk-report';
import type { Lists } from './declared-lists';
import { doAll, doOne, NOTHING_DONE, type Remark, type Tally } from './run-bulk';

/** The kind of job that does something to many rows. */
export const BULK_JOB = 'bulk';

/** What the job has to know. */
export const bulkPayload = z.object({
  target: bulkTargetSchema,
  action: z.string(),
  /** What was said beside: as the action's schema has read it. */
  parameters: z.unknown().optional(),
  /** Who asked: what they may is looked up again for every chunk. */
  principal: keptPrincipalSchema,
  origin: originSchema
});
export type BulkPayload = z.output<typeof bulkPayload>;

/** Rows that are looked up at a time, and those of them that are done before the asker is looked up again. */
const ONE_BY_ONE = { lookedUp: 100, chunk: 100 };
/** Of an action over many rows; a chunk is one transaction. */
const AT_ONCE = { lookedUp: COUNTED + 1, chunk: 1_000 };

interface Checkpoint {
  after?: Pick<NamedRow, 'issuerId' | 'id'> | null;
  tally?: Tally;
}

/**
 * Does something to everything in a list that matches, chunk by chunk, with what the asker sees and may by then.
 * A row that was done by itself when the job broke off may be met once more: the command refuses it then. Rows that
 * are done together are noted in the same transaction.
 */
export async function doBulk(run: JobRun<BulkPayload>, lists: Lists): ReturnType<JobHandler> {
  const { target, action: name, parameters, principal: kept, origin } = run.job.payload;
  const list = bulkList(lists, target);
  const action = list?.actions[name];
  if (!list || !action) return refused({ code: 'not.found' });
  const { listing, query } = list;
  let { after = null, tally = NOTHING_DONE } = run.checkpoint as Checkpoint;
  let total: number | undefined;
  const { lookedUp, chunk } = 'runAll' in action ? AT_ONCE : ONE_BY_ONE;
  let found: NamedRow[] = [];
  for (;;) {
    const principal = await principalAgain(kept);
    if (!principal || !may(principal, ...action.needs)) return refused({ code: 'user.not.authorized' });
    if (found.length === 0) {
      const isFirst = after === null;
      found = await matchingRows(principal, listing, query, { after, size: lookedUp });
      if (isFirst) total = await totalOf(principal, list, found.length, lookedUp);
    }
    const rows = found.splice(0, chunk);
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

/** How far the job is, and where it would go on. */
const noted = (tally: Tally, { issuerId, id }: NamedRow, total: number | undefined) => ({
  done: tally.done + tally.refused,
  total,
  checkpoint: { after: { issuerId, id }, tally: { ...tally } } satisfies Prisma.InputJsonObject
});

/** How many rows there are to be done, once so many were found of those looked up; none is told when they are too many to count. */
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

/** One's own bulk action in the background: how far it is, what it does to what, and how many rows it has met. */
async function ownBulk(principal: Principal, id: string) {
  const job = await jobProgress(principal, id);
  if (job?.kind !== BULK_JOB) return null;
  const { payload, checkpoint } = await database().job.findUniqueOrThrow({
    where: { issuerId_id: { issuerId: principal.issuerId, id } },
    select: { payload: true, checkpoint: true }
  });
  const { target, action } = bulkPayload.parse(payload);
  return { ...job, target, action, tally: (checkpoint as Checkpoint).tally ?? NOTHING_DONE };
}

/** One's own bulk action in the background: how far it is, what it does, what came of it by now. */
export async function bulkProgress(
  principal: Principal,
  id: string
): Promise<(JobProgress & Pick<BulkPayload, 'target' | 'action'> & { report: BulkReport }) | null> {
  const bulk = await ownBulk(principal, id);
  if (!bulk) return null;
  const { tally, ...job } = bulk;
  return { ...job, report: await reportOfJob(principal, id, tally) };
}

/** All that one's own bulk action said of single rows, with the list they are of. */
export async function bulkRemarks(
  principal: Principal,
  id: string
): Promise<{ target: BulkTarget; remarks: AsyncGenerator<Remark> } | null> {
  const bulk = await ownBulk(principal, id);
  return bulk && { target: bulk.target, remarks: remarksOfJob(principal, id) };
}
