import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import type { Refusal } from '../../core/entry/refusal';
import { SpreadsheetRefused } from '../../core/files/spreadsheet-package';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { fileRows } from '../../kit/setup/record-file';
import { plainHeading } from './headings';

/** A row of a file: its cells by heading, and those that can't be read. */
export interface BatchRow {
  /** As a spreadsheet counts it; in XML the first line of a request is row 2 too. */
  row: number;
  cells: Record<string, string>;
  faults: { heading: string; refusal: Refusal }[];
}

/** The most rows of a file of purchase requests. */
const MOST_ROWS = 10_000;

/** The rows of a file, such as one of purchase requests, or why it can't be read (C5.064). */
export async function batchRows(
  format: 'csv' | 'xml',
  file: { name: string; bytes: Uint8Array },
  most = MOST_ROWS
): Promise<BatchRow[] | Refusal> {
  const read = format === 'xml' ? xmlRows(new TextDecoder().decode(file.bytes)) : await csvRows(file);
  if (!Array.isArray(read)) return read;
  if (read.length === 0) return { code: 'import.empty' };
  return read.length > most ? { code: 'spreadsheet.too.many.rows', params: { most } } : read;
}

async function csvRows(file: { name: string; bytes: Uint8Array }): Promise<BatchRow[] | Refusal> {
  try {
    const { rows } = await fileRows(file);
    const [first, ...rest] = rows;
    const headings = (first?.cells ?? []).map((cell) => plainHeading(typeof cell === 'string' ? cell : ''));
    const twice = headings.find((heading, at) => heading !== '' && headings.indexOf(heading) < at);
    if (twice !== undefined) return { code: 'import.column.twice', params: { value: withoutCardNumbers(twice) } };
    return rest.map(({ number, cells }) => {
      const read: BatchRow = { row: number, cells: {}, faults: [] };
      headings.forEach((heading, at) => {
        const cell = cells[at] ?? '';
        if (typeof cell === 'string') read.cells[heading] = cell;
        else read.faults.push({ heading, refusal: cell });
      });
      return read;
    });
  } catch (error) {
    if (error instanceof SpreadsheetRefused) return error.refusal;
    throw error;
  }
}

const scalar = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]);
const element = z.record(z.string(), scalar);
const treeSchema = z.strictObject({ requests: z.strictObject({ request: z.array(element) }) });
type Element = z.infer<typeof element>;

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  isArray: (name) => name === 'request' || name === 'line'
});

/**
 * `<requests><request>…<line>…</line></request></requests>`: each line is a row with what its request says. A document
 * type could define entities that grow, so one that has any is refused.
 */
function xmlRows(text: string): BatchRow[] | Refusal {
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true) return { code: 'batch.xml.unparsable' };
  const tree = treeSchema.safeParse(parser.parse(text));
  if (!tree.success) return { code: 'batch.xml.unparsable' };
  const rows = tree.data.requests.request.flatMap(({ line, ...request }) => {
    const lines = Array.isArray(line) ? line.map((one) => element.safeParse(one).data ?? {}) : [{}];
    return lines.map((one) => ({ ...textsOf(request), ...textsOf(one) }));
  });
  return rows.map((cells, at) => ({ row: at + 2, cells, faults: [] }));
}

/** The elements that hold a text, by their plain names. */
const textsOf = (values: Element): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[plainHeading(name), value.trim()]] : []
    )
  );
