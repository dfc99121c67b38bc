import { z } from 'zod';
import { amountText, readAmount } from './amounts';
import { type Layout, sourcesOf } from './mapping';
import { rowDigest } from './own-reference';
import { monthOf } from './partitions';
import { type FileHead, readFile } from './read-file';
import { rowReader } from './read-row';
import type { FileRecord } from './record';
import type { RepeatedRows } from './repeated-rows';
import { UnreadableFile } from './unreadable';

export const sumsRow = z.strictObject({
  count: z.number().nullable(),
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  net: z.string().nullable()
});

/** The counts and sums of a file's rows or of its trailer. */
export type Sums = z.infer<typeof sumsRow>;

/** The difference between the trailer and the rows. */
export interface Mismatch {
  what: keyof Sums;
  trailer: string;
  read: string;
}

export interface CheckedFile {
  rows: number;
  /** The trailer's values; empty without one. */
  trailer: Partial<Sums>;
  mismatch: Mismatch[];
  /** The first days of the months of posting. */
  months: string[];
}

/**
 * Reads a whole file before any of it is booked: checks that it is readable to its end, and that its trailer exists and
 * agrees with its rows. @throws UnreadableFile
 */
export async function checkFile(
  layout: Layout,
  bytes: AsyncIterable<Uint8Array>,
  today: Date,
  { head, repeated, told }: { head?: FileHead; repeated?: RepeatedRows; told?: (rows: number) => Promise<void> } = {}
): Promise<CheckedFile> {
  const readRow = rowReader(layout, today);
  const months = new Set<string>();
  const trailers: FileRecord[] = [];
  let [rows, records, readable, debit, credit] = [0, 0, 0, 0n, 0n];
  for await (const batch of readFile(layout, bytes, head)) {
    for (const record of batch.transactions) {
      repeated?.note(rowDigest(record.raw));
      const { values, billed } = readRow(record);
      if (billed !== null && billed >= 0n) debit += billed;
      else if (billed !== null) credit -= billed;
      if (!values) continue;
      readable++;
      months.add(monthOf(values.postingDate));
    }
    rows += batch.transactions.length;
    records = batch.records;
    trailers.push(...batch.trailers);
    await told?.(rows);
  }
  if (rows === 0 && trailers.length === 0) throw new UnreadableFile({ code: 'feed.nothing.found' });
  if (rows > 0 && readable === 0) throw new UnreadableFile({ code: 'feed.nothing.readable', params: { rows } });
  const said = trailerOf(layout, trailers);
  const counted = layout.trailer?.counts === 'records' ? records : rows;
  const net = layout.trailer?.absolute ? debit + credit : debit - credit;
  const read: Sums = { count: counted, debit: amountText(debit), credit: amountText(credit), net: amountText(net) };
  return { rows, trailer: said, mismatch: differences(said, read), months: [...months].sort() };
}

/** The combined values of a file's trailers. @throws UnreadableFile if the trailer is missing or empty */
function trailerOf(layout: Layout, found: readonly FileRecord[]): Partial<Sums> {
  const { trailer, fields, decimalMark, impliedDecimals, negative } = layout;
  if (!trailer) return {};
  if (found.length === 0 && trailer.required) throw new UnreadableFile({ code: 'feed.trailer.missing' });
  if (found.length > 1 && !trailer.several) throw new UnreadableFile({ code: 'feed.trailer.twice' });
  const at = sourcesOf(layout);
  const sums: Partial<Sums> = {};
  const add = (what: keyof Sums, source: string | null, read: (text: string) => bigint | null) => {
    if (source === null || found.length === 0) return;
    let sum = 0n;
    for (const { cells } of found) {
      const text = cells[at.indexOf(source)]?.trim();
      if (!text && !trailer.required) return;
      const value = text ? read(text) : null;
      if (value === null) throw new UnreadableFile({ code: 'feed.trailer.unreadable', params: { source } });
      sum += value;
    }
    Object.assign(sums, { [what]: what === 'count' ? Number(sum) : amountText(sum) });
  };
  const amount = (text: string) => readAmount(text, decimalMark, impliedDecimals);
  const size = (text: string) => {
    const read = amount(text);
    return read !== null && read < 0n ? -read : read;
  };
  add('count', trailer.count, (text) => (/^\d{1,12}$/.test(text) ? BigInt(text) : null));
  add('debit', trailer.debit, size);
  add('credit', trailer.credit, size);
  // If a sign marks debits in the rows, it marks them in the sum too.
  const isTurned = negative === 'debit' && !trailer.absolute && !fields.creditIndicator && !fields.billedDebit;
  add('net', trailer.net, isTurned ? (text) => negated(amount(text)) : amount);
  return sums;
}

const negated = (amount: bigint | null) => (amount === null ? null : -amount);

function differences(trailer: Partial<Sums>, read: Sums): Mismatch[] {
  return (['count', 'debit', 'credit', 'net'] as const).flatMap((what) => {
    const said = trailer[what];
    if (said === undefined || said === null || said === read[what]) return [];
    return [{ what, trailer: String(said), read: String(read[what]) }];
  });
}
