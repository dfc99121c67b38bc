import { type SheetValue, SPREADSHEET_TYPE, writeSpreadsheet } from '../../core/files/spreadsheet-writer';
import { decimalOf } from './amounts';
import { cellReader, type FileContext, writtenDay } from './cells';
import { encoded, MARK } from './encoding';
import type { Layout } from './layout';
import type { Line } from './lines';
import { textWriter } from './text-writer';

/** The totals available to first and last lines; amounts in ten-thousandths. */
export interface FileTotals {
  count: number;
  lines: number;
  /** Across all currencies: a checksum, not an amount. */
  total: bigint;
  debit: bigint;
  credit: bigint;
}

const CHUNK_CHARACTERS = 256 * 1024;

/** Yields the bytes of a file while its lines are read. @throws LedgerRefused */
export async function* writeFile(
  layout: Layout,
  context: FileContext,
  totals: FileTotals,
  lines: AsyncIterable<Line>
): AsyncGenerator<Uint8Array> {
  if (layout.format === 'xlsx') {
    yield* writeSpreadsheet(layout.name, layout.columns.map(sheetColumn), sheetRows(layout, context, lines));
    return;
  }
  const mark = layout.encoding && MARK[layout.encoding];
  if (mark) yield mark;
  let text = '';
  for await (const line of textLines(layout, context, totals, lines)) {
    text += line;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoded(text, layout.encoding);
    text = '';
  }
  if (text) yield encoded(text, layout.encoding);
}

/** The lines of a text file with its first and last lines. */
export async function* textLines(
  layout: Layout,
  context: FileContext,
  totals: FileTotals,
  lines: AsyncIterable<Line>
): AsyncGenerator<string> {
  const writer = textWriter(layout, context);
  const said = (template: string) => writer.plain(filledIn(template, context, totals));
  if (layout.header) yield said(layout.header);
  if (layout.headings) yield writer.headings();
  for await (const line of lines) yield writer.line(line);
  if (layout.trailer) yield said(layout.trailer);
}

/** A first or last line with its placeholders filled in; `[lines:6]` is padded with zeros. */
function filledIn(template: string, { exportNumber, day }: FileContext, totals: FileTotals): string {
  const amount = (units: bigint) => decimalOf(units, 2) as string;
  const words: Record<string, string> = {
    number: String(exportNumber),
    date: day.replaceAll('-', ''),
    count: String(totals.count),
    lines: String(totals.lines),
    total: amount(totals.total),
    debit: amount(totals.debit),
    credit: amount(totals.credit)
  };
  return template.replaceAll(/\[([a-z]+)(?::(\d{1,3}))?\]/g, (whole, name: string, width?: string) => {
    const word = Object.hasOwn(words, name) ? (words[name] as string) : null;
    if (word === null) return whole;
    return word.startsWith('-')
      ? `-${word.slice(1).padStart(Number(width ?? 1) - 1, '0')}`
      : word.padStart(Number(width ?? 1), '0');
  });
}

const sheetColumn = ({ name, width }: Layout['columns'][number]) => ({
  header: name,
  ...(width && { width: Math.max(width, 8) })
});

/** Texts stay texts; amounts become numbers that can be summed. */
async function* sheetRows(
  layout: Layout,
  context: FileContext,
  lines: AsyncIterable<Line>
): AsyncGenerator<SheetValue[]> {
  const readers = layout.columns.map((column) => ({ column, read: cellReader(column, context) }));
  for await (const line of lines)
    yield readers.map(({ column, read }): SheetValue => {
      const cell = read(line);
      if (cell === null) return null;
      if (cell.kind === 'day') return writtenDay(cell.day, column);
      if (cell.kind === 'text') return cell.text;
      if (cell.kind === 'number') return Number(cell.text);
      return sheetAmount(
        column.sign === 'none' && cell.units < 0n ? -cell.units : column.sign === 'reversed' ? -cell.units : cell.units
      );
    });
}

/** Spreadsheets hold fifteen digits of a number; a longer amount is written as text to keep it exact. */
function sheetAmount(units: bigint): SheetValue {
  const text = decimalOf(units, 0) as string;
  return text.replaceAll(/[-.]/g, '').length > 15 ? text : Number(text);
}

/** The media type and the file name extension of a layout's files. */
export function fileKind({ format, encoding }: Layout): { mediaType: string; extension: string } {
  if (format === 'xlsx') return { mediaType: SPREADSHEET_TYPE, extension: 'xlsx' };
  const charset = encoding === 'windows1252' ? 'windows-1252' : 'utf-8';
  return {
    mediaType: `text/${format === 'csv' ? 'csv' : 'plain'}; charset=${charset}`,
    extension: format === 'csv' ? 'csv' : 'txt'
  };
}
