import { setInterval } from 'node:timers/promises';
import { may, type Principal, principalAgain } from '../../access/policy/principal';
import { cancellable } from '../../core/database/cancellable';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { deleteLargeFiles, keepLargeFile, type LargeFile } from '../../core/files/large-files';
import { protectedZip } from '../../core/files/protected-zip';
import type { Locale } from '../../core/language/locales';
import { translator } from '../../core/language/texts';
import { now } from '../../core/server/clock';
import type { Lists } from '../bulk/declared-lists';
import { type JobHandler, type JobRun, JobStopped } from '../jobs/job-run';
import { timeZoneOf } from '../listing/issuer-days';
import { csvOf, type Field, protectedSheetOf, sheetOf } from '../listing/table-file';
import { definitionSchema, type ReportDefinition } from './definition';
import { atOneMoment, reportFacts } from './facts';
import { cellsFault, openPassword } from './file-password';
import { expiryFrom, fileOfRun, type ReportFormat } from './kept';
import { parquetOf } from './parquet-file';
import { pdfFault, pdfOf } from './pdf-file';
import { pivotedNow, reportFields, withPivot } from './pivot';
import { printedIn } from './printed';
import { countWithin, reportRows } from './read-report';
import { reportSelect } from './report-select';
import { type ReportSource, reportSource, sourceFault } from './report-source';
import { rowsFault } from './rows-fault';
import { NOT_PERMITTED, type RunPayload } from './start-run';
import { toldFacts } from './told-facts';
import { xmlOf } from './xml-file';

/** A spreadsheet is read by one transaction, as long as COPY may take. */
const LONGEST_MILLIS = 15 * 60_000;
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
  if (stored.fileId) return accepted({ rows: Number(stored.rowCount) });
  const definition: ReportDefinition = definitionSchema.parse(stored.criteria);
  const found = principal && may(principal, 'reports', 'run') ? reportSource(lists, principal, definition) : null;
  if (!principal || !found) return NOT_PERMITTED;
  const pivoted = await pivotedNow(principal, found);
  if (!pivoted.ok) return pivoted;
  const source = pivoted.value;
  const rows = await unlessCancelled(run, (signal) =>
    transaction(async (tx) => {
      await atOneMoment(tx);
      return cancellable(tx, signal, () => countWithin(tx, principal, source));
    }, LONGEST_MILLIS)
  );
  const { isProtected } = stored;
  const format = stored.format as ReportFormat;
  const fields = fieldsIn(locale, source);
  const fault =
    (await sourceFault(principal, source)) ??
    (await rowsFault(principal, rows, 'file')) ??
    (isProtected && format === 'xlsx' ? cellsFault(rows * fields.length) : null) ??
    (format === 'pdf' ? pdfFault(rows, fields) : null);
  if (fault) return refused(fault);
  await run.save({ done: 0, total: rows });
  const password = stored.password && openPassword(stored.password, { issuerId, runId });
  const wanted = { format, name: stored.name, locale, password };
  const file = await unlessCancelled(run, (signal) => writeFile(run, principal, source, wanted, signal));
  await keep(run, runId, file, rows).catch(async (error) => {
    await transaction((tx) => deleteLargeFiles(tx, issuerId, [file.id]));
    throw error;
  });
  return accepted({ rows });
}

interface Wanted {
  format: ReportFormat;
  name: string;
  locale: Locale;
  password: string | null;
}

/** The columns of a file in the words of its reader. */
function fieldsIn(locale: Locale, source: ReportSource): Field[] {
  const t = translator(locale);
  return reportFields(source, t, printedIn(locale, 'UTC', t));
}

async function writeFile(
  run: JobRun,
  principal: Principal,
  source: ReportSource,
  wanted: Wanted,
  signal: AbortSignal
): Promise<LargeFile> {
  const { format, name, locale, password } = wanted;
  const file = {
    issuerId: run.job.issuerId,
    ...fileOfRun(name, format, password !== null),
    ownerUserId: null,
    expiresAt: expiryFrom(now())
  };
  const keepIt = (bytes: AsyncIterable<Uint8Array>) => {
    const seen = untilAborted(signal, bytes);
    if (password === null || format === 'xlsx') return keepLargeFile(file, seen);
    return keepLargeFile(file, protectedZip(fileOfRun(name, format, false).name, seen, password));
  };
  const t = translator(locale);
  if (format === 'csv')
    return keepIt(await csvOf(await reportSelect(principal, source), fieldsIn(locale, source), t, undefined, signal));
  return transaction(async (tx) => {
    const until = await atOneMoment(tx);
    return cancellable(tx, signal, async () =>
      keepIt(await contentOf(tx, principal, source, { ...wanted, format, until }))
    );
  }, LONGEST_MILLIS);
}

/** The bytes of a file whose rows a cursor reads, with the totals that check them. */
async function contentOf(
  tx: Transaction,
  principal: Principal,
  known: ReportSource,
  { format, name, locale, password, until }: Wanted & { format: Exclude<ReportFormat, 'csv'>; until: Date }
): Promise<AsyncIterable<Uint8Array>> {
  const t = translator(locale);
  const source = await withPivot(principal, known, tx);
  const fields = fieldsIn(locale, source);
  const facts = await reportFacts(tx, principal, source, { name, madeAt: now(), until });
  const timeZone = await timeZoneOf(principal);
  const rows = reportRows(tx, principal, source);
  switch (format) {
    case 'xlsx': {
      const told = await toldFacts({ principal, source, fields, facts }, t, printedIn(locale, timeZone, t));
      const about = { name: t('report.about'), facts: [{ label: t('report.name'), value: name }, ...told] };
      if (password === null) return sheetOf(name, fields, rows, t, about) as unknown as AsyncIterable<Uint8Array>;
      return partsOf(await protectedSheetOf(name, fields, rows, t, password, about));
    }
    case 'pdf':
      return pdfOf({ principal, source, fields, facts, rows, t, locale, timeZone });
    case 'xml':
      return xmlOf({ source, fields, facts, rows, t, locale });
    default:
      return parquetOf({ fields, facts, rows });
  }
}

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

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

/** Passes the bytes of a file through until a signal is aborted. @throws what it was aborted with */
async function* untilAborted(signal: AbortSignal, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Notes the file of a run that is neither cancelled nor deleted. @throws JobStopped */
const keep = (run: JobRun, id: string, file: LargeFile, rows: number): Promise<void> =>
  transaction(async (tx) => {
    await run.save({ done: rows, total: rows }, tx);
    await run.confirm(tx);
    const { count } = await tx.reportRun.updateMany({
      where: { issuerId: run.job.issuerId, id, fileId: null },
      data: {
        ...{ fileId: file.id, size: file.size, sha256: new Uint8Array(file.sha256), rowCount: rows },
        // Nobody needs it any more.
        password: null,
        expiresAt: expiryFrom(now())
      }
    });
    if (count === 0) throw new JobStopped();
  });
