import { posix } from 'node:path';
import {
  type Cell,
  columnOf,
  FORMULA,
  type NumberReading,
  numberCell,
  numberReading,
  plainText,
  typedCell
} from './spreadsheet-cells';
import { SpreadsheetPackage, SpreadsheetRefused } from './spreadsheet-package';
import { type Listener, parsePart, partParser } from './spreadsheet-xml';

/** One row that holds something. */
export interface SheetRow {
  /** As the spreadsheet shows it: the first is 1. */
  number: number;
  /** From column A on; as long as the last cell that holds something. */
  cells: Cell[];
}

const MAX_CELLS = 2_000_000;
const MAX_COLUMNS = 256;
const MAX_CELL_CHARACTERS = 32_767;

/**
 * The rows of the first sheet of an xlsx file, read as they are asked for. Formulas are not worked out and
 * their stored results not believed: such a cell is unusable.
 * @throws SpreadsheetRefused when the file can't be taken; its `refusal` says why
 */
export async function* readSpreadsheet(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const file = await SpreadsheetPackage.open(bytes);
  const { sheet, strings, styles, date1904 } = await locate(file);
  const reading = numberReading(styles ? await file.smallText(styles) : '', date1904);
  const shared = strings ? await sharedStrings(file, strings) : [];
  const text = await file.text(sheet);
  if (!text) throw new SpreadsheetRefused('spreadsheet.not.xlsx');
  const rows: SheetRow[] = [];
  const parser = partParser(new SheetListener(rows, shared, reading));
  for await (const piece of text) {
    parser.write(piece);
    yield* rows.splice(0);
  }
  parser.close();
  yield* rows.splice(0);
}

/** Where the parts of a workbook are: the first sheet, the shared strings and the styles. */
async function locate(file: SpreadsheetPackage) {
  const targets = new Map<string, string>();
  const parts: { strings?: string; styles?: string } = {};
  const workbook = await workbookPart(file);
  const folder = posix.dirname(workbook);
  parsePart(await file.smallText(`${folder}/_rels/${posix.basename(workbook)}.rels`), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship') return;
      if (TargetMode === 'External') throw new SpreadsheetRefused('spreadsheet.external.links');
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      targets.set(Id, target);
      if (Type.endsWith('/sharedStrings')) parts.strings = target;
      if (Type.endsWith('/styles')) parts.styles = target;
    }
  });
  let first: string | undefined;
  let date1904 = false;
  parsePart(await file.smallText(workbook), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      // `visible` is the default of ISO/IEC 29500-1 §18.2.19; Excel leaves it out, other programs write it.
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        first ??= attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    }
  });
  const sheet = first === undefined ? undefined : targets.get(first);
  if (!sheet) throw new SpreadsheetRefused('spreadsheet.not.xlsx');
  return { sheet, ...parts, date1904 };
}

async function workbookPart(file: SpreadsheetPackage): Promise<string> {
  let workbook = '';
  parsePart(await file.smallText('_rels/.rels'), {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/officeDocument')) workbook = Target.replace(/^\//, '');
    }
  });
  if (workbook === '') throw new SpreadsheetRefused('spreadsheet.not.xlsx');
  return workbook;
}

async function sharedStrings(file: SpreadsheetPackage, name: string): Promise<string[]> {
  const strings: string[] = [];
  const pieces = await file.text(name);
  if (!pieces) return strings;
  let [string, inText, inPhonetic] = ['', false, false];
  const parser = partParser({
    open(element) {
      if (element === 'si') string = '';
      else if (element === 't') inText = !inPhonetic;
      else if (element === 'rPh') inPhonetic = true;
    },
    text(text) {
      if (inText) string += text;
    },
    close(element) {
      if (element === 't') inText = false;
      else if (element === 'rPh') inPhonetic = false;
      else if (element === 'si') {
        strings.push(bounded(plainText(string)));
        if (strings.length > MAX_CELLS) throw new SpreadsheetRefused('spreadsheet.too.many.cells');
      }
    }
  });
  for await (const piece of pieces) parser.write(piece);
  parser.close();
  return strings;
}

function bounded(text: string): string {
  if (text.length > MAX_CELL_CHARACTERS) throw new SpreadsheetRefused('spreadsheet.not.xlsx');
  return text;
}

/** Makes rows out of the elements of a sheet (ISO/IEC 29500-1 §18.3.1): row, c, f, v, is, t. */
class SheetListener implements Listener {
  private row: SheetRow = { number: 0, cells: [] };
  private column = 0;
  private cellCount = 0;
  private type = '';
  private style = 0;
  private raw = '';
  private hasFormula = false;
  private inValue = false;
  private inPhonetic = false;

  constructor(
    private readonly rows: SheetRow[],
    private readonly shared: readonly string[],
    private readonly reading: NumberReading
  ) {}

  open(name: string, attributes: Record<string, string>): void {
    switch (name) {
      case 'c':
        this.openCell(attributes);
        break;
      case 'v':
      case 't':
        this.inValue = !this.inPhonetic;
        break;
      case 'row':
        this.openRow(attributes);
        break;
      case 'f':
        this.hasFormula = true;
        break;
      case 'rPh':
        this.inPhonetic = true;
        break;
    }
  }

  text(text: string): void {
    if (this.inValue) this.raw += text;
  }

  close(name: string): void {
    switch (name) {
      case 'c':
        this.closeCell();
        break;
      case 'v':
      case 't':
        this.inValue = false;
        break;
      case 'rPh':
        this.inPhonetic = false;
        break;
      case 'row':
        if (this.row.cells.length > 0) this.rows.push(this.row);
        break;
    }
  }

  /** Rows come in their order; one that doesn't is from no spreadsheet program. */
  private openRow({ r }: Record<string, string>): void {
    const number = r === undefined ? this.row.number + 1 : Number(r);
    if (!Number.isInteger(number) || number <= this.row.number || number > 1_048_576)
      throw new SpreadsheetRefused('spreadsheet.not.xlsx');
    this.row = { number, cells: [] };
    this.column = 0;
  }

  private openCell({ r, t, s }: Record<string, string>): void {
    this.column = (r === undefined ? 0 : columnOf(r)) || this.column + 1;
    if (++this.cellCount > MAX_CELLS) throw new SpreadsheetRefused('spreadsheet.too.many.cells');
    this.type = t ?? 'n';
    this.style = s === undefined ? 0 : Number(s);
    this.raw = '';
    this.hasFormula = false;
  }

  private closeCell(): void {
    const cell = this.hasFormula ? FORMULA : this.value();
    if (cell === '') return;
    if (this.column > MAX_COLUMNS) throw new SpreadsheetRefused('spreadsheet.too.many.columns', { most: MAX_COLUMNS });
    const { cells } = this.row;
    while (cells.length < this.column - 1) cells.push('');
    cells[this.column - 1] = cell;
  }

  private value(): Cell {
    if (this.type === 'n') return numberCell(this.raw, this.style, this.reading);
    if (this.type === 's') return this.shared[Number(this.raw)] ?? '';
    return typedCell(this.type, bounded(this.raw));
  }
}
