import { decoded } from './decode';
import { recordLines } from './lines';
import { type Layout, type Marker, sourcesOf } from './mapping';
import { columnsOf, delimitedRecords, fieldsOf, listed } from './read-delimited';
import { fixedRecords, lengthWatch, placesOf } from './read-fixed';
import { xmlRecordAgain, xmlRecords } from './read-xml';
import type { FileRecord } from './record';
import { UnreadableFile } from './unreadable';

/** Some records of a file, by kind. */
export interface Batch {
  transactions: FileRecord[];
  trailers: FileRecord[];
  /** The number of records so far, of every kind. */
  records: number;
}

/** The facts known after reading the beginning of a file. */
export interface FileHead {
  headings: string[] | null;
}

/** Reads a file by its layout in batches of records, and fills `head` on the way. @throws UnreadableFile */
export async function* readFile(
  layout: Layout,
  bytes: AsyncIterable<Uint8Array>,
  head: FileHead = { headings: null }
): AsyncGenerator<Batch> {
  const sort = sorter(layout);
  let records = 0;
  for await (const some of recordsOf(layout, decoded(layout, bytes), head)) {
    records = some.at(-1)?.number ?? records;
    yield sort(some, records);
  }
}

async function* recordsOf(layout: Layout, text: AsyncIterable<string>, head: FileHead): AsyncGenerator<FileRecord[]> {
  const sources = sourcesOf(layout);
  if (layout.format === 'xml') {
    yield* xmlRecords(layout.record as string, sources, text);
    return;
  }
  let skip = layout.skipLines;
  let read: ((lines: string[], first: number) => FileRecord[]) | null = null;
  let count = 0;
  for await (const some of recordLines(layout, text)) {
    const lines = some.slice(skip);
    skip -= some.length - lines.length;
    if (lines.length === 0) continue;
    if (!read) {
      if (layout.headings) head.headings = fieldsOf([lines.shift() as string], layout)[0] ?? null;
      if (layout.headings && !head.headings)
        throw new UnreadableFile({
          code: 'feed.columns.missing',
          params: { columns: listed(sources) }
        });
      read = lineReader(layout, sources, head.headings);
    }
    if (lines.length > 0) yield read(lines, count + 1);
    count += lines.length;
  }
}

function lineReader(layout: Layout, sources: readonly string[], headings: readonly string[] | null) {
  if (layout.format === 'fixed') {
    const places = placesOf(sources);
    const watch = layout.encoding === 'utf-8' ? lengthWatch() : null;
    return (lines: string[], first: number) => {
      watch?.(lines, first);
      return fixedRecords(lines, places, first);
    };
  }
  const columns = columnsOf(sources, headings);
  return (lines: string[], first: number) => delimitedRecords(lines, columns, layout, first, headings?.length);
}

/** Reads one record again from its stored text. @throws UnreadableFile */
export function readRecordAgain(layout: Layout, raw: string, headings: string[] | null, number: number): FileRecord {
  const sources = sourcesOf(layout);
  if (layout.format === 'xml') return xmlRecordAgain(raw, sources, number);
  return lineReader(layout, sources, layout.headings ? (headings ?? []) : null)([raw], number)[0] as FileRecord;
}

/** Separates transactions from headers and trailers. */
function sorter(layout: Layout): (records: readonly FileRecord[], count: number) => Batch {
  const at = new Map(sourcesOf(layout).map((source, index) => [source, index]));
  const matches = (record: FileRecord, { source, is }: Marker) =>
    is.includes((record.cells[at.get(source) as number] ?? '').trim());
  const { block, trailer, only } = layout;
  let open = block === null;
  return (records, count) => {
    const batch: Batch = { transactions: [], trailers: [], records: count };
    for (const record of records) {
      if (record.summary) batch.trailers.push(record);
      else if (block && matches(record, block.at)) open = matches(record, block.holds);
      else if (trailer?.at && matches(record, trailer.at)) {
        if (open) batch.trailers.push(record);
        // A trailer ends its block.
        if (block) open = false;
      } else if (open && (!only || matches(record, only))) batch.transactions.push(record);
    }
    return batch;
  };
}
