import { parsePart } from './spreadsheet-xml';

/** A cell that holds no value that could be taken over, with the message that says why. */
export interface UnusableCell {
  code: 'spreadsheet.cell.formula' | 'spreadsheet.cell.error' | 'spreadsheet.cell.long.number';
}

/** The value of a cell as text: numbers plain, dates as `2026-11-21`, booleans as TRUE and FALSE; '' when empty. */
export type Cell = string | UnusableCell;

export const FORMULA: UnusableCell = Object.freeze({ code: 'spreadsheet.cell.formula' });
const ERROR: UnusableCell = Object.freeze({ code: 'spreadsheet.cell.error' });
const LONG_NUMBER: UnusableCell = Object.freeze({ code: 'spreadsheet.cell.long.number' });

/** How the numbers of a workbook are read. */
export interface NumberReading {
  /** Whether the cells of a style (by its number) show dates. */
  dates: readonly boolean[];
  /** The day that is counted as 0, in milliseconds since 1970. */
  epoch: number;
}

const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** @param styles the text of xl/styles.xml, '' for none */
export function numberReading(styles: string, date1904: boolean): NumberReading {
  const formats = new Map<string, boolean>();
  const dates: boolean[] = [];
  let inCellFormats = false;
  if (styles !== '')
    parsePart(styles, {
      open(name, attributes) {
        if (name === 'numFmt') formats.set(attributes.numFmtId ?? '', showsDate(attributes.formatCode ?? ''));
        if (name === 'cellXfs') inCellFormats = true;
        if (name === 'xf' && inCellFormats) {
          const id = attributes.numFmtId ?? '0';
          dates.push(formats.get(id) ?? isBuiltInDate(Number(id)));
        }
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false;
      }
    });
  return { dates, epoch: date1904 ? EPOCH_1904 : EPOCH_1900 };
}

/** The number formats that need no code (ISO/IEC 29500-1 §18.8.30), those of East Asia with them. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format shows days or times; quoted, escaped and bracketed parts don't count. */
const showsDate = (format: string) => /[dmyhs]/i.test(format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|general/gi, ''));

/** The value of a number as the file states it. */
export function numberCell(raw: string, style: number, { dates, epoch }: NumberReading): Cell {
  if (/^-?\d{1,15}$/.test(raw) && !dates[style]) return raw;
  const value = Number(raw);
  if (raw === '' || !Number.isFinite(value)) return raw === '' ? '' : ERROR;
  if (dates[style]) return dateCell(value, epoch);
  // A spreadsheet stores fifteen digits of a number: a longer one has lost digits.
  if (Math.abs(value) >= 1e15) return LONG_NUMBER;
  return decimal(value);
}

function dateCell(serial: number, epoch: number): Cell {
  const millis = epoch + Math.round(serial * 86_400) * 1000;
  if (serial < 0 || serial > 2_958_465) return ERROR;
  const text = new Date(millis).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** A number of fifteen digits at most, without an exponent. */
function decimal(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e')
    ? Number(text)
        .toFixed(15)
        .replace(/\.?0+$/, '')
    : text;
}

/** The value of a cell of a type other than number. */
export function typedCell(type: string, raw: string): Cell {
  if (type === 'b') return raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE';
  // A day as ISO 8601 writes it (ISO/IEC 29500-1 §18.18.11).
  if (type === 'd') return raw.replace(/T00:00(:00(\.0+)?)?Z?$/, '');
  if (type === 'e') return ERROR;
  return plainText(raw);
}

/** The text of a cell: Office writes what XML can't hold as `_x000D_` (ISO/IEC 29500-1 §22.9.2.19). */
export function plainText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The letters of a column, the first being 1: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The column of a cell's reference, the first being 1: 28 for `AB7`; 0 for none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column;
}
