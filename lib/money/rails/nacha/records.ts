import { Prisma } from '../../../core/database/prisma/client';

/** The length of a record, and how many are a block (Nacha Operating Rules, appendix three). */
export const RECORD = 94;
export const BLOCK = 10;

/** What the routing numbers of all entries add up to: the rightmost ten digits count. */
const HASH = 10n ** 10n;

/** Digits, right-justified with zeros. @throws if there are too many */
export function digits(value: number | bigint, width: number): string {
  const text = String(value).padStart(width, '0');
  if (text.length > width) throw new Error(`${value} has more than ${width} digits`);
  return text;
}

/** Text, left-justified and cut. */
export const left = (text: string, width: number): string => text.slice(0, width).padEnd(width);

/** A day `2026-02-28` as `260228`. */
export const shortDay = (day: string): string => day.slice(2).replaceAll('-', '');

/** An amount in cents. */
export const centsOf = (amount: string): bigint => BigInt(new Prisma.Decimal(amount).times(100).toFixed(0));

/** An amount in cents as an exact decimal. */
export const amountOf = (cents: bigint): string => new Prisma.Decimal(cents.toString()).div(100).toString();

/** What the entries of a batch are: their records, with the addenda records that follow each. */
export interface Batch {
  /** The batch header, whose service class, company and bank the control repeats. */
  header: string;
  entries: readonly string[];
  addenda: readonly string[];
  /** Entries and addenda in their order. */
  records: readonly string[];
}

/** The last digit of a transaction code above four is a debit. */
export const isDebit = (entry: string) => Number(entry[2]) > 4;

/** What control records say of entries: how many records they are, and what their routing numbers and amounts add up to. */
export interface Tally {
  records: number;
  hash: bigint;
  debit: bigint;
  credit: bigint;
}
export const NOTHING: Tally = { records: 0, hash: 0n, debit: 0n, credit: 0n };

/** A tally with further entries and the number of their addenda records. */
export function tallied(tally: Tally, entries: readonly string[], addenda: number): Tally {
  const next = { ...tally, records: tally.records + entries.length + addenda };
  for (const entry of entries) {
    next[isDebit(entry) ? 'debit' : 'credit'] += BigInt(entry.slice(29, 39));
    // The entry hash: the first eight digits of each routing number, added up.
    next.hash += BigInt(entry.slice(3, 11));
  }
  return { ...next, hash: next.hash % HASH };
}

const tallyOf = ({ entries, addenda }: Batch) => tallied(NOTHING, entries, addenda.length);

const totals = ({ hash, debit, credit }: Tally) => digits(hash, 10) + digits(debit, 12) + digits(credit, 12);

/** The control record of a batch with this header. */
export const batchControl = (header: string, tally: Tally): string =>
  [
    `8${header.slice(1, 4)}`,
    digits(tally.records, 6),
    totals(tally),
    header.slice(40, 50),
    ' '.repeat(25),
    header.slice(79, 94)
  ].join('');

/** The control record of a whole batch. */
export const controlOf = (batch: Batch): string => batchControl(batch.header, tallyOf(batch));

/** A whole file of batches: with its control record, filled up to whole blocks. */
export function fileOf(header: string, batches: readonly Batch[]): string {
  const records = [header, ...batches.flatMap((batch) => [batch.header, ...batch.records, controlOf(batch)])];
  const end = endOf({ batches: batches.length, before: records.length, tally: tallyOfAll(batches) });
  return records.map((record) => `${record}\n`).join('') + end;
}

/** The tally of all batches of a file. */
export const tallyOfAll = (batches: readonly Batch[]): Tally =>
  batches.reduce((sum, { entries, addenda }) => tallied(sum, entries, addenda.length), NOTHING);

/** The end of a file with so many records before it: its control record, and what fills the last block up. */
export function endOf({ batches, before, tally }: { batches: number; before: number; tally: Tally }): string {
  const blocks = Math.ceil((before + 1) / BLOCK);
  const filling = `${'9'.repeat(RECORD)}\n`.repeat(blocks * BLOCK - before - 1);
  return `${fileControl({ batches, blocks, tally })}\n${filling}`;
}

/** The control record of a file. */
export const fileControl = ({ batches, blocks, tally }: { batches: number; blocks: number; tally: Tally }): string =>
  `9${digits(batches, 6)}${digits(blocks, 6)}${digits(tally.records, 8)}${totals(tally)}${' '.repeat(39)}`;
