import { keptPrincipal, may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { fieldFaults } from '../../core/entry/field-faults';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { startJob } from '../jobs/start-job';
import { listedIds, matchingRows, type NamedRow } from '../listing/named-rows';
import { type BulkList, type BulkTarget, bulkList } from './bulk-lists';
import { type BulkReport, reportOf } from './bulk-report';
import type { Lists } from './declared-lists';
import { BULK_JOB, type BulkPayload } from './do-bulk';
import { doAll, doOne, NOTHING_DONE, type Remark } from './run-bulk';

/** Up to this many rows are processed while the user waits; more in the background. */
export const AT_ONCE = 200;

/** The rows of an action: selected ones, or all that match search and filters. */
export type Extent = { ids: readonly string[] } | 'all';

/**
 * Runs a bulk action on rows of a list that the principal sees: few immediately, returning the report; many as a job,
 * returning its id. Refuses an action that isn't offered, and an empty selection.
 */
export async function askBulk(
  lists: Lists,
  principal: Principal,
  target: BulkTarget,
  { action: name, extent, parameters: said }: { action: string; extent: Extent; parameters?: unknown },
  origin: Origin
): Promise<Result<BulkReport | { job: string }>> {
  const list = bulkList(lists, target);
  const action = list && Object.hasOwn(list.actions, name) ? list.actions[name] : undefined;
  if (!list || !action) return refused({ code: 'not.found' });
  if (!may(principal, ...action.needs)) return refused({ code: 'forbidden.action' });
  const read = 'parameters' in action ? action.parameters?.safeParse(said) : undefined;
  if (read?.success === false) return refused(fieldFaults(read.error)[0] ?? { code: 'invalid.entry' });
  const parameters = read?.data;
  const rows = await rowsOf(principal, list, extent, AT_ONCE);
  if (rows.length === 0) return refused({ code: 'bulk.nothing' });
  if (rows.length > AT_ONCE) return startBulk(principal, { target, action: name, ...(read && { parameters }) }, origin);
  let tally = NOTHING_DONE;
  const remarks: Remark[] = [];
  if ('runAll' in action) {
    const { together = rows.length } = action;
    while (rows.length > 0) {
      const next = rows.splice(0, together);
      const come = await transaction((tx) => doAll(tx, tally, principal, action, next, origin, parameters));
      ({ tally } = come);
      remarks.push(...come.remarks);
    }
    return accepted(reportOf(tally, remarks));
  }
  for (const row of rows) {
    const come = await doOne(tally, principal, action, row, origin);
    ({ tally } = come);
    remarks.push(...come.remarks);
  }
  return accepted(reportOf(tally, remarks));
}

/** The selected rows that the principal sees: all if at most `most`, else one more. */
const rowsOf = (
  principal: Principal,
  { listing, query }: BulkList,
  extent: Extent,
  most: number
): Promise<NamedRow[]> =>
  extent === 'all'
    ? matchingRows(principal, listing, query, { after: null, size: most + 1 })
    : listedIds(principal, listing, extent.ids.slice(0, most));

/** The ids of the selected rows, at most `most`; null if there is no such list. */
export async function meantIds(
  lists: Lists,
  principal: Principal,
  target: BulkTarget,
  extent: Extent,
  most: number
): Promise<string[] | null> {
  const list = bulkList(lists, target);
  return list && (await rowsOf(principal, list, extent, most)).slice(0, most).map(({ id }) => id);
}

async function startBulk(
  principal: Principal,
  asked: Pick<BulkPayload, 'target' | 'action' | 'parameters'>,
  origin: Origin
): Promise<Result<{ job: string }>> {
  const payload: BulkPayload = { ...asked, principal: keptPrincipal(principal), origin };
  const { issuerId, scope } = principal;
  const nodeId = scope.subtrees.find((part) => part.issuerId === issuerId)?.nodeId ?? issuerId;
  const job = await transaction((tx) => startJob(tx, principal, { kind: BULK_JOB, nodeId, payload }));
  return job.ok ? accepted({ job: job.value }) : job;
}
