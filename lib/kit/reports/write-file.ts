import type { Principal } from '../../access/policy/principal';
import { cancellable } from '../../core/database/cancellable';
import { type Transaction, transaction } from '../../core/database/database';
import { keepLargeFile, type LargeFile } from '../../core/files/large-files';
import { protectedZip } from '../../core/files/protected-zip';
import type { Locale } from '../../core/language/locales';
import { translator } from '../../core/language/texts';
import { now } from '../../core/server/clock';
import { timeZoneAt } from '../../directory/structure/reads/today';
import type { JobRun } from '../jobs/job-run';
import { csvBytesOf, type Field, protectedSheetOf, sheetOf } from '../listing/table-file';
import { digesting, type rowsDigest } from './compare-runs';
import { atOneMoment, reportFacts } from './facts';
import { expiryFrom, fileOfRun, type ReportFormat } from './kept';
import { parquetOf } from './parquet-file';
import { pdfOf } from './pdf-file';
import { reportFields, withPivot } from './pivot';
import { printedIn } from './printed';
import { reportRows } from './read-report';
import { reportSelect } from './report-select';
import type { ReportSource } from './report-source';
import { toldFacts } from './told-facts';
import { xmlOf } from './xml-file';

/** A spreadsheet is read by one transaction, as long as COPY may take. */
export const LONGEST_MILLIS = 15 * 60_000;
/** How often the number of rows so far is noted. */
const NOTED_EVERY_MILLIS = 1_000;

/** A report has more rows than its file may have. */
export class TooManyRows extends Error {}

interface Wanted {
  format: ReportFormat;
  name: string;
  locale: Locale;
  password: string | null;
  /** The most rows of the file. */
  most: number;
  /** Of the rows alone; null: nobody asks for it. */
  digest: ReturnType<typeof rowsDigest> | null;
}

/** The columns of a file in the words of its reader. */
export function fieldsIn(locale: Locale, source: ReportSource): Field[] {
  const t = translator(locale);
  return reportFields(source, t, printedIn(locale, 'UTC', t));
}

/**
 * Writes a report into a file, sealed as it is made. @throws TooManyRows @throws what `signal` is aborted with
 */
export async function writeFile(
  run: JobRun,
  principal: Principal,
  source: ReportSource,
  wanted: Wanted,
  signal: AbortSignal
): Promise<{ file: LargeFile; until: Date; rows: number }> {
  const count = counter(run, wanted.most);
  const { format, name, locale, password, digest } = wanted;
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
  if (format === 'csv') {
    const until = now();
    const select = await reportSelect(principal, source);
    const csv = csvBytesOf(select, fieldsIn(locale, source), t, signal, count.add);
    return { file: await keepIt(digest ? watched(csv, digest.add) : csv), until, rows: count.rows() };
  }
  return transaction(async (tx) => {
    const until = await atOneMoment(tx);
    const file = await cancellable(tx, signal, async () =>
      keepIt(await contentOf(tx, principal, source, { ...wanted, format, until }, count.add))
    );
    return { file, until, rows: count.rows() };
  }, LONGEST_MILLIS);
}

/** The bytes of a file whose rows a cursor reads, with the totals that check them. */
async function contentOf(
  tx: Transaction,
  principal: Principal,
  known: ReportSource,
  { format, name, locale, password, digest, until }: Wanted & { format: Exclude<ReportFormat, 'csv'>; until: Date },
  counted: (rows: number) => void
): Promise<AsyncIterable<Uint8Array>> {
  const t = translator(locale);
  const source = await withPivot(principal, known, tx);
  const fields = fieldsIn(locale, source);
  const facts = await reportFacts(tx, principal, source, { name, madeAt: now(), until });
  const timeZone = await timeZoneAt(principal.issuerId);
  const read = counting(reportRows(tx, principal, source), counted);
  const rows = digest ? digesting(read, digest.add) : read;
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

/** Counts the rows of a file, notes how many there are by the second, and refuses one too many. */
function counter(run: JobRun, most: number) {
  let [rows, noted] = [0, performance.now()];
  return {
    rows: () => rows,
    add: (more: number) => {
      rows += more;
      if (rows > most) throw new TooManyRows();
      if (performance.now() - noted < NOTED_EVERY_MILLIS) return;
      noted = performance.now();
      // A number that isn't noted is none too few at the end.
      run.save({ done: rows }).catch(() => undefined);
    }
  };
}

async function* counting<Row>(rows: AsyncIterable<Row>, counted: (rows: number) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    counted(1);
    yield row;
  }
}

/** Passes the bytes of a file on, and shows each chunk. */
async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  see: (chunk: Uint8Array) => void
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    see(chunk);
    yield chunk;
  }
}

/** Passes the bytes of a file through until a signal is aborted. @throws what it was aborted with */
async function* untilAborted(signal: AbortSignal, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
  }
}
