import { z } from 'zod';
import { keptPrincipal, keptPrincipalSchema, may, type Principal, principalAgain } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import { type Origin, originSchema } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { onOwnConnection } from '../../core/database/own-connection';
import type { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { seenNode } from '../../directory/structure/nodes';
import type { JobRun } from '../../kit/jobs/job-run';
import { startJob } from '../../kit/jobs/start-job';
import { scheduleAfterBookings } from '../../kit/reports/schedules/after-bookings';
import { issuerOf, seenFeed } from './feeds';
import type { Reason } from './row';
import { type KeptReject, openRows, readingOf, tryAgain } from './try-again';

export const REPROCESS_JOB = 'feed.reprocess';

/** The payload of the job. */
export const reprocessPayload = z.object({ feedId: z.guid(), principal: keptPrincipalSchema, origin: originSchema });
type ReprocessPayload = z.output<typeof reprocessPayload>;

/**
 * Starts a job that processes all rejected rows of a feed again by its current mapping, since an account may exist now
 * or the mapping may be corrected. Returns the job's id.
 */
export async function reprocess(principal: Principal, feedId: string, origin: Origin): Promise<Result<string>> {
  const refusal = await refusalOf(principal, feedId);
  if (refusal) return refusal;
  const { requestId, address, userAgent } = origin;
  const kept: Origin = { requestId, address, userAgent };
  return transaction(async (tx) => {
    const payload: ReprocessPayload = { feedId, principal: keptPrincipal(principal), origin: kept };
    const job = await startJob(tx, principal, { kind: REPROCESS_JOB, nodeId: principal.issuerId, payload });
    if (!job.ok) return job;
    await audit(tx, principal, origin, feedId, 'feed.reprocess_started', {});
    return job;
  });
}

const rejectRow = z.strictObject({ feedId: z.string(), row: z.number(), state: z.string() });

/** One rejected row of a feed that the principal may settle. */
export async function rejectToSettle(principal: Principal, id: string) {
  const [found] = await readRows(database(), rejectRow)`
    SELECT r.feed_id AS "feedId", r.row, r.state::text FROM feed_rejects r ${issuerOf('r')}
    WHERE r.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  if (!found) return refused({ code: 'not.found' });
  const refusal = await refusalOf(principal, found.feedId);
  if (refusal) return refusal;
  return found.state === 'open' ? accepted(found) : refused({ code: 'feed.reject.settled' });
}

const leftRow = z.strictObject({ reasons: z.array(jsonOf<Reason>()) });

/** Processes one rejected row again immediately. Refuses with the reason if it still can't be booked. */
export async function reprocessRow(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  const found = await rejectToSettle(principal, id);
  if (!found.ok) return found;
  const { feedId, row } = found.value;
  const { issuerId } = principal;
  const reading = await readingOf(issuerId, feedId);
  if (!reading) return refused({ code: 'not.found' });
  const place = { issuerId, feedId, mappingId: reading.mappingId };
  await onOwnConnection(async (client) => {
    const rows = await openRows(client, place, row - 1, row);
    await tryAgain(client, place, reading.layout, rows);
  });
  const [left] = await readRows(database(), leftRow)`
    SELECT reasons FROM feed_rejects WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND state = 'open'`;
  const why = left?.reasons[0];
  if (why) return refused({ code: `feed.reason.${why.code}`, params: why.params });
  await transaction((tx) => audit(tx, principal, origin, feedId, 'feed.reprocessed', { rows: 1, settled: 1 }));
  return accepted(null);
}

/** Dismisses a rejected row that will not be booked. */
export async function dismissReject(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  const found = await rejectToSettle(principal, id);
  if (!found.ok) return found;
  return transaction(async (tx) => {
    const dismissed = await tx.$executeRaw`
      UPDATE feed_rejects SET state = 'dismissed', settled_at = ${now()}
      WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid AND state = 'open'`;
    if (dismissed === 0) return refused({ code: 'feed.reject.settled' });
    await audit(tx, principal, origin, found.value.feedId, 'feed.reject_dismissed', { row: found.value.row });
    return accepted(null);
  });
}

const unknownNameRow = z.strictObject({
  name: z.string(),
  rows: z.number()
});

/** A name by which files identify an account without its number. */
export type UnknownName = z.infer<typeof unknownNameRow>;

/** The names in a feed's rejected rows without an account, most frequent first. */
export async function unknownNames(principal: Principal, feedId: string): Promise<UnknownName[]> {
  if (!(await seenFeed(principal, feedId))) return [];
  return readRows(database(), unknownNameRow)`
    SELECT r.account_name AS name, count(*)::int AS rows FROM feed_rejects r ${issuerOf('r')}
    WHERE r.feed_id = ${feedId}::uuid AND r.state = 'open' AND r.account_name IS NOT NULL
      AND r.reason IN ('feed.account.unknown', 'feed.account.ambiguous') AND ${within(principal.scope, nodeColumns('n'))}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`;
}

/**
 * Assigns an account to a name in the feed's files: rejected rows with it are booked when they are processed again, new
 * rows immediately. Refuses an account of another issuer.
 */
export async function nameAccount(
  principal: Principal,
  feedId: string,
  { name, accountId }: { name: string; accountId: string },
  origin: Origin
): Promise<Result<null>> {
  const refusal = await refusalOf(principal, feedId);
  if (refusal) return refusal;
  const feed = await seenFeed(principal, feedId);
  if (!feed?.mappingId) return refused({ code: 'feed.mapping.gone' });
  const { mappingId } = feed;
  const folded = name.trim().toLowerCase().slice(0, 200);
  if (folded === '') return refused({ code: 'required', field: 'name' });
  return transaction(async (tx) => {
    const account = await seenNode(principal, accountId, tx);
    if (account?.kind !== 'account') return refused({ code: 'not.found', field: 'accountId' });
    await tx.$executeRaw`
      INSERT INTO feed_account_names (issuer_id, mapping_id, name, account_id)
      VALUES (${principal.issuerId}::uuid, ${mappingId}::uuid, ${folded}, ${accountId}::uuid)
      ON CONFLICT (issuer_id, mapping_id, name) DO UPDATE SET account_id = excluded.account_id`;
    await audit(tx, principal, origin, feedId, 'feed.account_named', { name: folded, account: accountId });
    return accepted(null);
  });
}

async function refusalOf(principal: Principal, feedId: string) {
  const feed = await seenFeed(principal, feedId);
  if (!feed) return refused({ code: 'not.found' });
  return may(principal, 'feeds', 'run') ? null : refused({ code: 'user.not.authorized' });
}

/** Processes rejected rows again, in chunks. */
export async function runReprocess(run: JobRun<ReprocessPayload>): Promise<Result<Prisma.InputJsonObject>> {
  const { feedId, principal: kept, origin } = run.job.payload;
  const principal = await principalAgain(kept);
  if (!principal || !may(principal, 'feeds', 'run')) return refused({ code: 'user.not.authorized' });
  const { issuerId } = run.job;
  const reading = await readingOf(issuerId, feedId);
  if (!reading) return refused({ code: 'not.found' });
  const place = { issuerId, feedId, mappingId: reading.mappingId };
  let { row = 0, done = 0, settled = 0 } = run.checkpoint as { row?: number; done?: number; settled?: number };
  for (;;) {
    const count = await onOwnConnection(async (client, tx) => {
      const rows = await openRows(client, place, row);
      if (rows.length === 0) return 0;
      settled += await tryAgain(client, place, reading.layout, rows);
      row = (rows.at(-1) as KeptReject).row;
      done += rows.length;
      await run.save({ done, checkpoint: { row, done, settled } }, tx);
      return rows.length;
    });
    if (count === 0) break;
  }
  await transaction(async (tx) => {
    if (settled > 0) await scheduleAfterBookings(tx, place);
    await audit(tx, principal, origin, feedId, 'feed.reprocessed', { rows: done, settled });
  });
  return accepted({ feedId, rows: done, settled });
}

const audit = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  feedId: string,
  action: 'feed.account_named' | 'feed.reprocess_started' | 'feed.reprocessed' | 'feed.reject_dismissed',
  details: Record<string, string | number | null>
) =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    action,
    entity: 'feed',
    entityId: feedId,
    nodeId: principal.issuerId,
    details
  });
