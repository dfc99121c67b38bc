import { z } from 'zod';
import { type KeptPrincipal, may, type Principal, principalAgain } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { type Origin, originSchema } from '../../core/audit/audit';
import type { AuditAction } from '../../core/audit/audit-actions';
import { database, type Transaction, transaction } from '../../core/database/database';
import { onOwnConnection } from '../../core/database/own-connection';
import type { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { deleteLargeFiles, readLargeFile } from '../../core/files/large-files';
import type { JobRun } from '../../kit/jobs/job-run';
import { scheduleAfterBookings } from '../../kit/reports/schedules/after-bookings';
import { bookChunk, type CountedRow } from './book-chunk';
import { type CheckedFile, checkFile } from './check-file';
import { layoutSchema } from './mapping';
import { rowDigest } from './own-reference';
import { makePartitions } from './partitions';
import { type FileHead, readFile } from './read-file';
import { rowReader } from './read-row';
import { RepeatedRows } from './repeated-rows';
import { UnreadableFile } from './unreadable';

export const IMPORT_JOB = 'feed.import';

/** The payload of a feed's job. */
export const feedPayload = z.object({ feedId: z.guid(), origin: originSchema });

/** The number of rows booked in one transaction. */
const CHUNK = 10_000;
/** The minimum size of a row in bytes, for estimating the number of rows before they are counted. */
const LEAST_ROW_BYTES = 40;

const feedFileRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  mappingId: z.string().nullable(),
  layout: layoutSchema,
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  createdAt: z.date(),
  owner: jsonOf<KeptPrincipal>()
});

interface FeedFile extends Omit<z.infer<typeof feedFileRow>, 'owner'> {
  principal: Principal;
  origin: Origin;
}

interface Checkpoint {
  /** The last record that was booked or rejected, and the number of rows up to it. */
  record?: number;
  rows?: number;
  /** The import is complete and its file deleted; only the audit entry remains. */
  ended?: boolean;
  refusal?: Refusal;
}

/**
 * Imports a feed. It first reads the whole file and, if it is sound, books the rows in chunks, each with its rejects,
 * totals and checkpoint in one transaction. After a crash it continues after the last chunk.
 */
export async function importFeed(run: JobRun<z.output<typeof feedPayload>>): Promise<Result<Prisma.InputJsonObject>> {
  const { feedId, origin } = run.job.payload;
  const checkpoint = run.checkpoint as Checkpoint;
  if (checkpoint.ended) return checkpoint.refusal ? refused(checkpoint.refusal) : accepted({ feedId });
  const feed = await feedFile(run.job.issuerId, feedId, origin);
  if (!feed) return refused({ code: 'user.not.authorized' });
  const repeated = feed.layout.fields.sourceReference
    ? undefined
    : new RepeatedRows(Math.ceil(feed.fileSize / LEAST_ROW_BYTES));
  const head: FileHead = { headings: null };
  try {
    const checked = await checkFile(
      feed.layout,
      readLargeFile({ issuerId: feed.issuerId, id: feed.fileId }),
      feed.createdAt,
      {
        head,
        repeated,
        told: (rows) => run.save({ done: Math.max(rows, checkpoint.rows ?? 0) })
      }
    );
    await keepChecked(feed, checked);
    if (checked.mismatch.length > 0 && feed.layout.trailer?.onMismatch === 'refuse')
      return await failed(run, feed, { code: 'feed.trailer.differs' });
    await makePartitions(checked.months);
    await book(run, feed, checked, head, repeated, checkpoint);
    await end(run, feed, 'feed.ended', (tx) => run.save({ done: checked.rows, checkpoint: { ended: true } }, tx));
  } catch (error) {
    if (error instanceof UnreadableFile) return await failed(run, feed, error.refusal);
    throw error;
  }
  return accepted({ feedId });
}

/** The feed of the job; null if its uploader no longer has the permission. */
async function feedFile(issuerId: string, id: string, origin: Origin): Promise<FeedFile | null> {
  const [found] = await readRows(database(), feedFileRow)`
    SELECT issuer_id AS "issuerId", id, mapping_id AS "mappingId", layout, file_id AS "fileId", file_name AS "fileName",
      file_size::float8 AS "fileSize", created_at AS "createdAt", owner
    FROM feeds WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND file_id IS NOT NULL`;
  if (!found) return null;
  const principal = await principalAgain(found.owner);
  if (!principal || !may(principal, 'feeds', 'run')) return null;
  return { ...found, layout: layoutSchema.parse(found.layout), principal, origin };
}

async function keepChecked({ issuerId, id }: FeedFile, { rows, trailer, mismatch }: CheckedFile): Promise<void> {
  await database().$executeRaw`
    UPDATE feeds SET row_count = ${rows}, trailer = ${JSON.stringify(trailer)}::jsonb,
      mismatch = ${mismatch.length > 0 ? JSON.stringify(mismatch) : null}::jsonb
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
}

async function book(
  run: JobRun,
  feed: FeedFile,
  checked: CheckedFile,
  head: FileHead,
  repeated: RepeatedRows | undefined,
  { record: after = 0, rows: before = 0 }: Checkpoint
): Promise<void> {
  const place = { issuerId: feed.issuerId, feedId: feed.id, mappingId: feed.mappingId };
  const chunks = chunksOf(feed, repeated, after);
  let rows = before;
  // The next chunk is read while the database books this one.
  let next = chunks.next();
  for (;;) {
    const { value: chunk, done } = await next;
    if (done) return;
    next = chunks.next();
    // The promise is not awaited until the previous chunk is booked.
    next.catch(() => {});
    rows += chunk.length;
    const record = (chunk.at(-1) as CountedRow).row.record.number;
    await onOwnConnection(async (client, tx) => {
      await bookChunk(client, place, feed.layout, head.headings, chunk);
      await run.save({ done: rows, total: checked.rows, checkpoint: { record, rows } }, tx);
    });
  }
}

/** The rows after a record, in chunks, each with its number among equal rows. */
async function* chunksOf(
  { issuerId, fileId, layout, createdAt }: FeedFile,
  repeated: RepeatedRows | undefined,
  after: number
): AsyncGenerator<CountedRow[], undefined> {
  const readRow = rowReader(layout, createdAt);
  let chunk: CountedRow[] = [];
  for await (const { transactions } of readFile(layout, readLargeFile({ issuerId, id: fileId }))) {
    for (const record of transactions) {
      const isDone = record.number <= after;
      // Equal rows are counted from the first one, even if they are already booked.
      if (isDone && !repeated) continue;
      const occurrence = repeated ? repeated.occurrence(rowDigest(record.raw)) : 1;
      if (isDone) continue;
      chunk.push({ row: readRow(record), occurrence });
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

async function failed(run: JobRun, feed: FeedFile, refusal: Refusal) {
  const checkpoint = { ended: true, refusal: { ...refusal } };
  await end(run, feed, 'feed.failed', (tx) => run.save({ done: 0, checkpoint }, tx), { reason: refusal.code });
  return refused(refusal);
}

const totalRow = z.strictObject({ what: z.string(), rows: z.string(), debit: z.string(), credit: z.string() });

/** Ends a feed: deletes its file, has the reports run that wait for bookings, and audits the outcome. */
async function end(
  run: JobRun,
  feed: FeedFile,
  action: AuditAction,
  confirm: (tx: Transaction) => Promise<void>,
  told: Record<string, string> = {}
): Promise<void> {
  const { issuerId, id, fileId, fileName, principal, origin } = feed;
  await transaction(async (tx) => {
    await confirm(tx);
    await deleteLargeFiles(tx, issuerId, [fileId]);
    const totals = await readRows(tx, totalRow)`
      SELECT concat_ws(' ', outcome, nullif(currency, '')) AS what, rows::text, debit::text, credit::text FROM feed_totals
      WHERE issuer_id = ${issuerId}::uuid AND feed_id = ${id}::uuid AND rows > 0 ORDER BY outcome, currency`;
    const sums = totals.map(({ what, rows, debit, credit }) => [what, `${rows}, +${debit}, -${credit}`]);
    if (totals.some(({ what }) => what.startsWith('booked'))) await scheduleAfterBookings(tx, feed);
    await recordAct(tx, principal, origin, {
      issuerId,
      action,
      entity: 'feed',
      entityId: id,
      nodeId: run.job.nodeId,
      details: { file: fileName, ...told, ...Object.fromEntries(sums) }
    });
  });
}
