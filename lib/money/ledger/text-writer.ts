import { neutral } from '../../kit/listing/table-file';
import { type Cell, cellReader, type FileContext, LedgerRefused, writtenAmount, writtenDay } from './cells';
import type { Layout, LayoutColumn } from './layout';
import type { Line } from './lines';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
const LINE_ENDS = { crlf: '\r\n', lf: '\n' } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line of a ledger file is one line
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/g;
const SURROGATES = /[\ud800-\udfff]/;

/** The number of characters in a file's text: code points. */
const lengthOf = (text: string) => (SURROGATES.test(text) ? [...text].length : text.length);
const cut = (text: string, width: number) => (lengthOf(text) <= width ? text : [...text].slice(0, width).join(''));

/** Writes a text file in whole lines with their line ends. */
export interface TextWriter {
  headings(): string;
  line(line: Line): string;
  /** A first or last line, unchanged. */
  plain(text: string): string;
}

/** Writes a layout's lines as text. */
export function textWriter(layout: Layout, context: FileContext): TextWriter {
  const { format, columns } = layout;
  const end = LINE_ENDS[layout.lineEnd ?? 'crlf'];
  const join = format === 'fixed' ? '' : format === 'csv' ? ',' : DELIMITERS[layout.delimiter ?? 'comma'];
  const quoted = quoting(layout, join);
  const marks = format === 'csv' || (layout.formulas ?? (format === 'fixed' ? 'plain' : 'neutral')) === 'neutral';
  const isUnquoted = format === 'delimited' && layout.quotes === 'never';
  const texts = (text: string) => {
    const composed = text.normalize('NFC');
    const single = format === 'csv' ? composed : composed.replace(CONTROL, ' ');
    // A reader that takes it for an opening quotation mark would read the following cells as its text.
    if (marks && isUnquoted && single.startsWith('"')) return `'${single}`;
    return marks ? neutral(single) : single;
  };
  const cells = columns.map((column) => {
    const read = cellReader(column, context);
    return (line: Line) => {
      const cell = read(line);
      const written = sized(format, column, cell, line, texts);
      return quoted(written, cell?.kind === 'text');
    };
  });
  return {
    headings: () => columns.map((column) => quoted(heading(format, column, texts(column.name)), true)).join(join) + end,
    line(line) {
      let text = '';
      for (let at = 0; at < cells.length; at++)
        text += (at > 0 ? join : '') + (cells[at] as (line: Line) => string)(line);
      return text + end;
    },
    plain: (text) => text + end
  };
}

/** Quotes the texts that need quotation marks, or removes the characters that would need them. */
function quoting({ format, quotes }: Layout, delimiter: string): (text: string, isText: boolean) => string {
  if (format === 'fixed') return (text) => text;
  if (format === 'delimited' && quotes === 'never') return (text) => text.replaceAll(delimiter, ' ');
  const always = format === 'delimited' && quotes === 'always';
  const special = new RegExp(`["\\r\\n${delimiter}]`);
  return (text, isText) => ((always && isText) || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}

const heading = (format: Layout['format'], { width }: LayoutColumn, text: string) =>
  format === 'fixed' && width !== null ? cut(text, width).padEnd(width) : text;

/** Formats a cell, truncated or padded to the width of its column. @throws LedgerRefused if a number is too wide */
function sized(
  format: Layout['format'],
  column: LayoutColumn,
  cell: Cell,
  line: Line,
  texts: (text: string) => string
): string {
  const { width, name } = column;
  const isFilled = width !== null && (format === 'fixed' || column.padding !== null);
  const fill = column.padding === 'zero' ? '0' : ' ';
  const fit = (text: string, isNumber: boolean) => {
    if (width === null) return text;
    const length = lengthOf(text);
    if (length > width && isNumber)
      throw new LedgerRefused({
        code: 'ledger.value.too.wide',
        params: { column: name, reference: line.part.sourceReference, width }
      });
    if (length > width) return cut(text, width);
    if (!isFilled) return text;
    const filling = fill.repeat(width - length);
    return (column.align ?? (isNumber ? 'right' : 'left')) === 'right' ? filling + text : text + filling;
  };
  if (cell === null) return fit('', false);
  if (cell.kind === 'text') return fit(texts(cell.text), false);
  if (cell.kind === 'number') return fit(cell.text, true);
  if (cell.kind === 'day') return fit(writtenDay(cell.day, column), true);
  const { sign, digits, isBehind } = writtenAmount(cell.units, cell.currency, column, line);
  // A minus sign stays in front of padding zeros.
  const zeros = fill === '0' && width !== null ? digits.padStart(width - sign.length, '0') : digits;
  return fit(isBehind ? zeros + sign : sign + zeros, true);
}
