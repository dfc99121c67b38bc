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

/** The entry hash: the first eight digits of each routing number, added up. */
const hashOf = (entries: readonly string[]): bigint =>
  entries.reduce((sum, entry) => sum + BigInt(entry.slice(3, 11)), 0n) % HASH;

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
const sumOf = (entries: readonly string[]) => entries.reduce((sum, entry) => sum + BigInt(entry.slice(29, 39)), 0n);

/** The totals of a batch or of a file, as its control record repeats them. */
function totalsOf(entries: readonly string[]): { debit: bigint; credit: bigint } {
  return { debit: sumOf(entries.filter(isDebit)), credit: sumOf(entries.filter((entry) => !isDebit(entry))) };
}

/** The control record of a batch. */
export function batchControl({ header, entries, addenda }: Omit<Batch, 'records'>): string {
  const { debit, credit } = totalsOf(entries);
  return [
    `8${header.slice(1, 4)}`,
    digits(entries.length + addenda.length, 6),
    digits(hashOf(entries), 10),
    digits(debit, 12),
    digits(credit, 12),
    header.slice(40, 50),
    ' '.repeat(25),
    header.slice(79, 94)
  ].join('');
}

/** A whole file of batches: with its control record, filled up to whole blocks. */
export function fileOf(header: string, batches: readonly Batch[]): string {
  const records = [header, ...batches.flatMap((batch) => [batch.header, ...batch.records, batchControl(batch)])];
  const entries = batches.flatMap((batch) => batch.entries);
  const addenda = batches.reduce((sum, batch) => sum + batch.addenda.length, 0);
  const blocks = Math.ceil((records.length + 1) / BLOCK);
  records.push(fileControl({ batches: batches.length, blocks, addenda, entries }));
  while (records.length < blocks * BLOCK) records.push('9'.repeat(RECORD));
  return records.map((record) => `${record}\n`).join('');
}

/** The control record of a file. */
export function fileControl({
  batches,
  blocks,
  addenda,
  entries
}: {
  batches: number;
  blocks: number;
  addenda: number;
  entries: readonly string[];
}): string {
  const { debit, credit } = totalsOf(entries);
  return [
    `9${digits(batches, 6)}${digits(blocks, 6)}`,
    digits(entries.length + addenda, 8),
    digits(hashOf(entries), 10),
    digits(debit, 12),
    digits(credit, 12),
    ' '.repeat(39)
  ].join('');
}
