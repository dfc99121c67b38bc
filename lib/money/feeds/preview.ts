import type { Refusal } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type CheckedFile, checkFile } from './check-file';
import type { Layout } from './mapping';
import { readFile } from './read-file';
import { rowReader, textsReader } from './read-row';
import { maskedText, shownRow } from './rejects';
import type { ReadRow, RowTexts } from './row';
import { UnreadableFile } from './unreadable';

/** The number of rows shown of a sample. */
const MOST_ROWS = 20;

/** The first rows of a sample as they are read; nothing is stored. */
export interface FeedPreview {
  rows: (Omit<ReadRow, 'record'> & { number: number; shown: string /** Masked. */; texts: RowTexts })[];
  /** The refusal of the file as a whole. */
  refusal: Refusal | null;
  /** Null also if only a beginning was read. */
  checked: CheckedFile | null;
}

/**
 * Reads a sample by a layout as an import would: a file's bytes in its encoding, or pasted text. For a file's beginning
 * (`cut`) only the rows are checked, because its end is unknown.
 */
export async function previewFeed(layout: Layout, sample: string | Uint8Array, cut = false): Promise<FeedPreview> {
  // Pasted text is decoded already, whatever the file's encoding.
  const read: Layout = typeof sample === 'string' ? { ...layout, encoding: 'utf-8' } : layout;
  const bytes = async function* () {
    yield Buffer.from(sample as Uint8Array);
  };
  const readRow = rowReader(read, now());
  const textsIn = textsReader(read);
  const rows: FeedPreview['rows'] = [];
  try {
    for await (const { transactions } of readFile(read, bytes()))
      for (const record of transactions.slice(0, MOST_ROWS - rows.length)) {
        const { record: _, ...row } = readRow(record);
        rows.push({ ...row, number: record.number, shown: shownRow(record.raw), texts: maskedTexts(textsIn(record)) });
      }
    if (!cut) return { rows, refusal: null, checked: await checkFile(read, bytes(), now()) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (!cut || rows.length === 0) return { rows, refusal: error.refusal, checked: null };
  }
  // The last record of a beginning is incomplete.
  return { rows: rows.length < MOST_ROWS ? rows.slice(0, -1) : rows, refusal: null, checked: null };
}

const maskedTexts = (texts: RowTexts): RowTexts =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, maskedText(text)]));
