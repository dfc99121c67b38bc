import { recordLines } from '../lines';
import type { Layout } from '../mapping';
import { columnsOf, fieldsOf } from '../read-delimited';
import { UnreadableFile } from '../unreadable';
import { formOf } from './column-forms';

/** A column of a sample, with its values from the top; blank ones are left out. */
export interface SampleColumn {
  /** From 1. */
  number: number;
  heading: string | null;
  values: string[];
}

/** A delimited file as a mapping could read it. */
export interface OpenedSample {
  written: Pick<Layout, 'format' | 'encoding' | 'delimiter' | 'quote' | 'skipLines' | 'headings'>;
  columns: SampleColumn[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const QUOTE = '"';
/** The number of lines by which a file is judged. */
const MOST_LINES = 200;
/** The number of leading lines that a mapping can skip. */
const MOST_SKIPPED = 50;

/**
 * Finds out how a sample is written: its encoding, separator, and headings. `cut`: it is only the beginning of a file.
 * @throws UnreadableFile if it has no columns
 */
export async function openSample(bytes: Uint8Array, cut: boolean): Promise<OpenedSample> {
  const { encoding, text } = decodedSample(bytes);
  // The last line of a beginning is incomplete.
  const whole = cut ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
  const tried = await Promise.all(DELIMITERS.map((delimiter) => splitBy(delimiter, whole)));
  const best = tried.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.width < 2) throw new UnreadableFile({ code: 'feed.mapping.sample.none' });
  const first = best.rows.findIndex(({ length }) => length === best.width);
  const rows = best.rows.slice(first).filter(({ length }) => length === best.width);
  const named = hasHeadings(rows[0] ?? []) ? (rows[0] ?? []) : null;
  const columns = Array.from({ length: best.width }, (_, at) => ({
    number: at + 1,
    heading: named?.[at]?.trim() || null,
    values: rows.slice(named ? 1 : 0).flatMap((row) => row[at]?.trim() || [])
  }));
  const headings = named !== null && areDistinct(named);
  const skipLines = Math.min(first + (named && !headings ? 1 : 0), MOST_SKIPPED);
  const { delimiter } = best;
  return { written: { format: 'delimited', encoding, delimiter, quote: QUOTE, skipLines, headings }, columns };
}

/** The text of a sample in the encoding of its mark, or in UTF-8 if it can be, or else in that of Windows. */
function decodedSample(bytes: Uint8Array): { encoding: Layout['encoding']; text: string } {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isWide && bytes.includes(0)) throw new UnreadableFile({ code: 'feed.not.text' });
  if (isWide) return { encoding: 'utf-16le', text: new TextDecoder('utf-16le').decode(bytes) };
  try {
    // The last character of a beginning may be incomplete.
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) };
  } catch {
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/** The lines of a text split by a character, and how well that fits: lines of a table are equally wide. */
async function splitBy(delimiter: string, text: string) {
  const lines: string[] = [];
  const slices = async function* () {
    yield text;
  };
  try {
    for await (const some of recordLines({ format: 'delimited', delimiter, quote: QUOTE }, slices()))
      lines.push(...some.slice(0, MOST_LINES - lines.length));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  const rows = fieldsOf(lines, { delimiter, quote: QUOTE }).map((row) => row ?? []);
  const widths = new Map<number, number>();
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width = 0, lineCount = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  const score = width < 2 ? 0 : lineCount / rows.length + width / 1_000;
  return { delimiter, rows, width, score };
}

/** Whether a line names columns: nothing in it is a date, an amount or the number of a card. */
function hasHeadings(line: readonly string[]): boolean {
  const said = line.map((cell) => cell.trim()).filter(Boolean);
  return said.length * 2 > line.length && said.every((cell) => /\p{L}/u.test(cell) && formOf([cell]) === 'text');
}

/** Whether a mapping can name each column by its heading. */
function areDistinct(headings: readonly string[]): boolean {
  if (headings.some((heading) => heading.trim() === '' || heading.includes('+') || heading.length > 120)) return false;
  try {
    columnsOf(headings, headings);
    return true;
  } catch {
    return false;
  }
}
