import { keptPrincipal, may, type Principal } from '../access/principal';
import type { Origin } from '../core/audit';
import { transaction } from '../core/database';
import type { Prisma } from '../core/prisma/client';
import { accepted, type Result, refused } from '../core/refusal';
import { startJob } from '../jobs/start-job';
import { listedIds, matchingRows, type NamedRow } from '../listing/page';
import { type BulkTarget, bulkList } from './bulk-lists';
import { BULK_JOB, type BulkPayload } from './do-bulk';
import { type BulkReport, doAll, doOne, NOTHING_DONE } from './run-bulk';

/** As many rows are done at once, while the asker waits; more are done in the background. */
export const AT_ONCE = 200;

/** The rows that an action is asked for: those ticked, or everything that matches search and filters. */
export type Extent = { ids: readonly string[] } | 'all';

/**
 * Does something to many rows of a list that the principal sees: few at once, resolving to what came of it,
 * many as a job, resolving to its id. Refuses what nobody is offered, and nothing to do it to.
 */
export async function askBulk(
  principal: Principal,
  target: BulkTarget,
  { action: name, extent, reason }: { action: string; extent: Extent; reason?: string },
  origin: Origin
): Promise<Result<BulkReport | { job: string }>> {
  const list = bulkList(target);
  const action = list && Object.hasOwn(list.actions, name) ? list.actions[name] : undefined;
  if (!list || !action) return refused({ code: 'not.found' });
  if (!may(principal, ...action.needs)) return refused({ code: 'forbidden.action' });
  if (action.reason && !reason) return refused({ code: 'required.field', field: 'reason' });
  const { listing, query } = list;
  const rows: NamedRow[] =
    extent === 'all'
      ? await matchingRows(principal, listing, query, { after: null, size: AT_ONCE + 1 })
      : await listedIds(principal, listing, extent.ids.slice(0, AT_ONCE));
  if (rows.length === 0) return refused({ code: 'bulk.nothing' });
  if (rows.length > AT_ONCE) return startBulk(principal, { target, action: name, ...(reason && { reason }) }, origin);
  if ('runAll' in action)
    return accepted(await transaction((tx) => doAll(tx, NOTHING_DONE, principal, action, rows, origin, reason)));
  let report = NOTHING_DONE;
  for (const row of rows) report = await doOne(report, principal, action, row, origin);
  return accepted(report);
}

async function startBulk(
  principal: Principal,
  asked: Pick<BulkPayload, 'target' | 'action' | 'reason'>,
  origin: Origin
): Promise<Result<{ job: string }>> {
  const payload: BulkPayload = { ...asked, principal: keptPrincipal(principal), origin };
  const { issuerId, scope } = principal;
  const nodeId = scope.subtrees.find((part) => part.issuerId === issuerId)?.nodeId ?? issuerId;
  const job = await transaction((tx) =>
    startJob(tx, principal, { kind: BULK_JOB, nodeId, payload: payload as unknown as Prisma.InputJsonObject })
  );
  return job.ok ? accepted({ job: job.value }) : job;
}
