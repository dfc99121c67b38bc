import { setInterval } from 'node:timers/promises';
import { may, type Principal, principalAgain } from '../../access/policy/principal';
import { cancellable } from '../../core/database/cancellable';
import { database, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { deleteLargeFiles, type LargeFile } from '../../core/files/large-files';
import type { Locale } from '../../core/language/locales';
import { now } from '../../core/server/clock';
import type { Lists } from '../bulk/declared-lists';
import { type JobHandler, type JobRun, JobStopped } from '../jobs/job-run';
import { type Comparison, comparedWithLast, hasClosed, rowsDigest, selectionOf, type Written } from './compare-runs';
import { definitionSchema, type ReportDefinition } from './definition';
import { atOneMoment } from './facts';
import { cellsFault, openPassword } from './file-password';
import { expiryFrom, type ReportFormat } from './kept';
import { pdfFault } from './pdf-file';
import { pivotedNow } from './pivot';
import { countWithin, expectedRows } from './read-report';
import { type ReportSource, reportSource, sourceFault } from './report-source';
import { mostRows, rowsFault } from './rows-fault';
import { NOT_PERMITTED, type RunPayload } from './start-run';
import { fieldsIn, LONGEST_MILLIS, TooManyRows, writeFile } from './write-file';

const ASKED_EVERY_MILLIS = 500;

/**
 * Writes the file of a run: exactly the rows that its owner may see now, by the one scope rule (C2.082). It refuses
 * what its owner may no longer run (C6.027), and more rows than a file may have (C8.029).
 */
export async function runReport(run: JobRun<RunPayload>, lists: Lists): ReturnType<JobHandler> {
  const { runId, principal, locale } = run.job.payload;
  return writeRun(run, lists, { runId, principal: await principalAgain(principal), locale });
}

interface Writing {
  runId: string;
  /** Null: its owner has lost the right meanwhile. */
  principal: Principal | null;
  locale: Locale;
}

/** Writes the file of a run for its owner, in the language of the owner; once, however often it is called. */
export async function writeRun(
  run: JobRun,
  lists: Lists,
  { runId, principal, locale }: Writing
): Promise<Result<{ rows: number }>> {
  const { issuerId } = run.job;
  const stored = await database().reportRun.findUnique({ where: { issuerId_id: { issuerId, id: runId } } });
  if (!stored) return refused({ code: 'not.found' });
  // The process ended between the file and the end of its job.
  if (stored.size !== null) return accepted({ rows: Number(stored.rowCount) });
  const definition: ReportDefinition = definitionSchema.parse(stored.criteria);
  const found = principal && may(principal, 'reports', 'run') ? reportSource(lists, principal, definition) : null;
  if (!principal || !found) return NOT_PERMITTED;
  const pivoted = await pivotedNow(principal, found);
  if (!pivoted.ok) return pivoted;
  const source = pivoted.value;
  const { isProtected } = stored;
  const format = stored.format as ReportFormat;
  const fault =
    (await sourceFault(principal, source)) ??
    (await sizeFault(run, principal, source, { format, isProtected, locale }));
  if (fault) return refused(fault);
  const password = stored.password && openPassword(stored.password, { issuerId, runId });
  const wanted = { format, name: stored.name, locale, password, most: await mostRows(principal, 'file') };
  const selection = (await hasClosed(principal, source)) ? selectionOf(principal, source, wanted) : null;
  const digest = selection && rowsDigest();
  const written = await unlessCancelled(run, (signal) =>
    writeFile(run, principal, source, { ...wanted, digest }, signal)
  ).catch(unlessTooMany);
  // There were more than the database had guessed: both numbers are told.
  if (!written) return refused((await countedFault(run, principal, source)) ?? { code: 'job.failed' });
  const { file, until, rows } = written;
  const compare = async () => {
    if (!digest) return {};
    const written = { selection, rowsSha256: digest.value() };
    return { ...written, comparison: await compared(run, principal, source, written) };
  };
  await compare()
    .then((comparison) => keep(run, runId, { file, rows, until, ...comparison }))
    .catch(async (error) => {
      await transaction((tx) => deleteLargeFiles(tx, issuerId, [file.id]));
      throw error;
    });
  return accepted({ rows });
}

/** Nothing for a file that would have had too many rows. @throws whatever else it ended with */
function unlessTooMany(error: unknown): null {
  if (error instanceof TooManyRows) return null;
  throw error;
}

/** The number of rows of a run's report, counted one by one. */
const counted = (run: JobRun, principal: Principal, source: ReportSource): Promise<number> =>
  unlessCancelled(run, (signal) =>
    transaction(async (tx) => {
      await atOneMoment(tx);
      return cancellable(tx, signal, () => countWithin(tx, principal, source));
    }, LONGEST_MILLIS)
  );

const countedFault = async (run: JobRun, principal: Principal, source: ReportSource): Promise<Refusal | null> =>
  rowsFault(principal, await counted(run, principal, source), 'file');

/**
 * The reason that a report is too large for its file, with both numbers (C8.029). Rows are counted first only where the
 * database expects too many, or where a format has a limit of its own: counting takes as long as reading them.
 */
async function sizeFault(
  run: JobRun,
  principal: Principal,
  source: ReportSource,
  { format, isProtected, locale }: { format: ReportFormat; isProtected: boolean; locale: Locale }
): Promise<Refusal | null> {
  const isBounded = format === 'pdf' || (format === 'xlsx' && isProtected);
  const expected = await expectedRows(principal, source);
  await run.save({ done: 0, total: expected });
  if (!isBounded && expected <= (await mostRows(principal, 'file'))) return null;
  const rows = await counted(run, principal, source);
  await run.save({ done: 0, total: rows });
  const fields = fieldsIn(locale, source);
  return (
    (await rowsFault(principal, rows, 'file')) ??
    (isProtected && format === 'xlsx' ? cellsFault(rows * fields.length) : null) ??
    (format === 'pdf' ? pdfFault(rows, fields) : null)
  );
}

/** What changed since the last run that selected the same. */
const compared = (run: JobRun, principal: Principal, source: ReportSource, written: Written) =>
  unlessCancelled(run, (signal) =>
    transaction(async (tx) => {
      await atOneMoment(tx);
      return cancellable(tx, signal, () => comparedWithLast(tx, principal, source, written));
    }, LONGEST_MILLIS)
  );

/**
 * Does work of a run, and asks meanwhile whether it was cancelled, also while the database is still sorting and adding
 * up. @throws JobStopped
 */
async function unlessCancelled<T>(run: JobRun, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [cancelled, over] = [new AbortController(), new AbortController()];
  const watch = async () => {
    // Without an answer it goes on: the database may be back at the next question.
    for await (const _ of setInterval(ASKED_EVERY_MILLIS, undefined, { signal: over.signal }))
      if (await run.cancelled().catch(() => false)) return cancelled.abort(new JobStopped());
  };
  // It ends by being aborted itself.
  const watching = watch().catch(() => undefined);
  try {
    return await work(cancelled.signal);
  } catch (error) {
    throw cancelled.signal.aborted ? cancelled.signal.reason : error;
  } finally {
    over.abort();
    await watching;
  }
}

interface Made extends Partial<Written> {
  file: LargeFile;
  rows: number;
  /** The instant whose data it has. */
  until: Date;
  comparison?: Comparison | null;
}

/** Notes the file of a run that is neither cancelled nor deleted. @throws JobStopped */
const keep = (run: JobRun, id: string, { file, rows, until, selection, rowsSha256, comparison }: Made): Promise<void> =>
  transaction(async (tx) => {
    await run.save({ done: rows, total: rows }, tx);
    await run.confirm(tx);
    const { count } = await tx.reportRun.updateMany({
      where: { issuerId: run.job.issuerId, id, size: null },
      data: {
        fileId: file.id,
        size: file.size,
        sha256: new Uint8Array(file.sha256),
        rowCount: rows,
        dataUntil: until,
        ...(selection && { selection: new Uint8Array(selection) }),
        ...(rowsSha256 && { rowsSha256: new Uint8Array(rowsSha256) }),
        ...(comparison && { comparison }),
        // Nobody needs it any more.
        password: null,
        expiresAt: expiryFrom(now())
      }
    });
    if (count === 0) throw new JobStopped();
  });
