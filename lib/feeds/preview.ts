import { now } from '../core/clock';
import type { Refusal } from '../core/refusal';
import { type CheckedFile, checkFile } from './check-file';
import type { Layout } from './mapping';
import { readFile } from './read-file';
import { type ReadRow, rowReader } from './read-row';
import { shownRow } from './rejects';
import { UnreadableFile } from './unreadable';

/** Rows of a sample that are shown. */
const MOST_ROWS = 20;

/** How the first rows of a sample are read; nothing is kept of it. */
export interface FeedPreview {
  rows: (Omit<ReadRow, 'record'> & { number: number; shown: string })[];
  /** What stands against the file as a whole. */
  refusal: Refusal | null;
  checked: CheckedFile | null;
}

/** Reads a sample by a layout as an import would. */
export async function previewFeed(layout: Layout, sample: string): Promise<FeedPreview> {
  // What is pasted is text already, whatever the file will be encoded in.
  const asText: Layout = { ...layout, encoding: 'utf-8' };
  const bytes = async function* () {
    yield Buffer.from(sample);
  };
  const readRow = rowReader(asText, now());
  const rows: FeedPreview['rows'] = [];
  try {
    for await (const { transactions } of readFile(asText, bytes()))
      for (const record of transactions.slice(0, MOST_ROWS - rows.length)) {
        const { record: _, ...row } = readRow(record);
        rows.push({ ...row, number: record.number, shown: shownRow(record.raw) });
      }
    return { rows, refusal: null, checked: await checkFile(asText, bytes(), now()) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { rows, refusal: error.refusal, checked: null };
  }
}
