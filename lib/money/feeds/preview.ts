import type { Refusal } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type CheckedFile, checkFile } from './check-file';
import type { Layout } from './mapping';
import { readFile } from './read-file';
import { rowReader } from './read-row';
import { shownRow } from './rejects';
import type { ReadRow } from './row';
import { UnreadableFile } from './unreadable';

/** Rows of a sample that are shown. */
const MOST_ROWS = 20;

/** How the first rows of a sample are read; nothing is kept of it. */
export interface FeedPreview {
  rows: (Omit<ReadRow, 'record'> & { number: number; shown: string })[];
  /** What stands against the file as a whole. */
  refusal: Refusal | null;
  /** Null also of a beginning alone. */
  checked: CheckedFile | null;
}

/**
 * Reads a sample by a layout as an import would: bytes of a file in its encoding, or text that was pasted. Of a file's
 * beginning (`cut`) only the rows are read: how it ends isn't known.
 */
export async function previewFeed(layout: Layout, sample: string | Uint8Array, cut = false): Promise<FeedPreview> {
  // What is pasted is text already, whatever the file will be encoded in.
  const read: Layout = typeof sample === 'string' ? { ...layout, encoding: 'utf-8' } : layout;
  const bytes = async function* () {
    yield Buffer.from(sample as Uint8Array);
  };
  const readRow = rowReader(read, now());
  const rows: FeedPreview['rows'] = [];
  try {
    for await (const { transactions } of readFile(read, bytes()))
      for (const record of transactions.slice(0, MOST_ROWS - rows.length)) {
        const { record: _, ...row } = readRow(record);
        rows.push({ ...row, number: record.number, shown: shownRow(record.raw) });
      }
    if (!cut) return { rows, refusal: null, checked: await checkFile(read, bytes(), now()) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (!cut || rows.length === 0) return { rows, refusal: error.refusal, checked: null };
  }
  // The last record of a beginning is no whole one.
  return { rows: rows.length < MOST_ROWS ? rows.slice(0, -1) : rows, refusal: null, checked: null };
}
