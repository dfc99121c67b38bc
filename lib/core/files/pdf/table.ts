import { setImmediate } from 'node:timers/promises';
import { columnWidths, type WantedWidth } from './column-widths';
import { LINE_HEIGHT, type PageKind, type PdfPaper, type Struct } from './paper';
import { linesOf, partsOf, settable } from './text-lines';
import type { TextStyle, Typefaces } from './typefaces';

export interface PdfColumn {
  heading: string;
  /** Numbers and amounts stand at the right. */
  align: 'left' | 'right';
}

export interface PdfRow {
  cells: readonly string[];
  /** Totals are. */
  isStrong?: boolean;
}

/** Rows and columns that are measured before the first page is begun. */
export const SAMPLED_ROWS = 200;
/** Rows that are drawn before others of the process have a turn. */
const ROWS_AT_ONCE = 20;
/** Columns of an upright page, and of one across; more are on a large one. */
const UPRIGHT_COLUMNS = 5;
const ACROSS_COLUMNS = 14;
/** What a text of a table takes of the page at most, as long as it isn't the only one, in points. */
const WIDEST = 220;
const LONGEST_WORD = 110;
const GAP = 8;
const ABOVE = 2.5;

/** The page that so many columns need. */
export const pageKindFor = (columns: number): PageKind =>
  columns <= UPRIGHT_COLUMNS ? 'portrait' : columns <= ACROSS_COLUMNS ? 'landscape' : 'large';

const sizeFor = (columns: number): number => (columns <= 8 ? 8.5 : columns <= ACROSS_COLUMNS ? 7.5 : 7);

/** The first rows, and all of them again. */
export async function sampled<Row>(rows: AsyncIterable<Row>): Promise<{ first: Row[]; all: AsyncGenerator<Row> }> {
  const iterator = rows[Symbol.asyncIterator]();
  const first: Row[] = [];
  while (first.length < SAMPLED_ROWS) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
  }
  async function* all() {
    yield* first;
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return;
      yield value;
    }
  }
  return { first, all: all() };
}

/** The widths that columns have for a page of a size, by their first rows. */
export function measured(
  columns: readonly PdfColumn[],
  first: readonly PdfRow[],
  inside: number,
  typefaces: Typefaces
): number[] {
  const size = sizeFor(columns.length);
  const wanted = columns.map(({ heading }, at): WantedWidth => {
    const texts = [{ text: heading, isStrong: true }, ...first.map((row) => ({ ...row, text: row.cells[at] ?? '' }))];
    const widths = texts.map(({ text, isStrong = false }) => {
      const width = (part: string) => typefaces.width(part, { size, isStrong });
      const set = settable(text);
      return { whole: width(set), least: Math.max(0, ...partsOf(set).map(width)) };
    });
    const most = (of: (width: WantedWidth) => number) => Math.max(...widths.map(of)) + GAP;
    const whole = Math.min(
      most((width) => width.whole),
      WIDEST
    );
    return {
      whole,
      least: Math.min(
        most((width) => width.least),
        LONGEST_WORD,
        whole
      )
    };
  });
  return columnWidths(wanted, inside);
}

/**
 * Writes a table with its heading row on every page, and yields after some rows so that their bytes can be taken. The
 * structure has each heading once: on later pages it is no part of the content.
 */
export async function* writeTable(
  paper: PdfPaper,
  columns: readonly PdfColumn[],
  widths: readonly number[],
  rows: AsyncIterable<PdfRow>
): AsyncGenerator<void> {
  const table = paper.element(paper.root, 'Table');
  const layout = new TableLayout(paper, columns, widths);
  layout.headings(table);
  const body = paper.element(table, 'TBody');
  let written = 0;
  for await (const row of rows) {
    layout.row(body, row);
    if (++written % ROWS_AT_ONCE !== 0) continue;
    yield;
    await setImmediate();
  }
  body.end();
  table.end();
}

/** Places the cells of rows on pages. */
class TableLayout {
  private readonly size: number;
  private readonly lineHeight: number;
  private readonly headingLines: string[][];
  private readonly headingCount: number;
  /** Where columns begin, and where the last one ends. */
  private readonly starts: number[];

  constructor(
    private readonly paper: PdfPaper,
    private readonly columns: readonly PdfColumn[],
    private readonly widths: readonly number[]
  ) {
    this.size = sizeFor(columns.length);
    this.lineHeight = this.size * LINE_HEIGHT;
    this.headingLines = this.lines({ cells: columns.map(({ heading }) => heading), isStrong: true });
    this.headingCount = Math.max(1, ...this.headingLines.map(({ length }) => length));
    let end = paper.left;
    this.starts = [end, ...widths.map((width) => (end += width))];
  }

  /** The row of headings with its place in the structure. */
  headings(table: Struct): void {
    const head = this.paper.element(table, 'THead');
    const row = this.paper.element(head, 'TR');
    this.cells(row, 'TH', this.headingLines, true);
    row.end();
    head.end();
  }

  /** A row; one that is higher than what is left goes to the next page, and one that is higher than a page goes on there. */
  row(body: Struct, row: PdfRow): void {
    const element = this.paper.element(body, 'TR');
    this.cells(element, 'TD', this.lines(row), row.isStrong === true);
    element.end();
  }

  private lines({ cells, isStrong = false }: PdfRow): string[][] {
    return this.columns.map((_, at) => {
      const style: TextStyle = { size: this.size, isStrong };
      const most = (this.widths[at] ?? 0) - GAP;
      return linesOf(settable(cells[at] ?? ''), most, (text) => this.paper.typefaces.width(text, style));
    });
  }

  private cells(row: Struct, tag: 'TH' | 'TD', lines: readonly string[][], isStrong: boolean): void {
    const count = Math.max(1, ...lines.map(({ length }) => length));
    const elements = lines.map(() => this.paper.element(row, tag, tag === 'TH' ? { scope: 'Column' } : {}));
    for (let from = 0; from < count; ) {
      const fitting = this.fitting();
      const rest = count - from;
      if (fitting < rest && (from > 0 || rest <= this.fittingAPage() || fitting < 1)) {
        this.nextPage(tag);
      }
      const to = Math.min(count, from + Math.max(1, this.fitting()));
      for (const [at, element] of elements.entries()) {
        const part = lines[at]?.slice(from, to) ?? [];
        if (part.some((line) => line !== '')) element.add(() => this.drawCell(at, part, isStrong));
      }
      this.down(to - from);
      from = to;
    }
    for (const element of elements) element.end();
  }

  private drawCell(at: number, lines: readonly string[], isStrong: boolean): void {
    const style: TextStyle = { size: this.size, isStrong };
    const start = this.starts[at] ?? 0;
    for (const [index, line] of lines.entries()) {
      const isRight = this.columns[at]?.align === 'right';
      const shift = isRight ? (this.widths[at] ?? 0) - GAP - this.paper.typefaces.width(line, style) : 0;
      const y = this.paper.y + ABOVE + index * this.lineHeight;
      this.paper.draw(line, start + GAP / 2 + shift, this.paper.baseline(y, style), style);
    }
  }

  /** How many lines of a row fit on what is left of the page, and on a new one below its headings. */
  private fitting = (): number => Math.floor((this.paper.bottom - this.paper.y - 2 * ABOVE) / this.lineHeight);
  private fittingAPage = (): number =>
    Math.floor((this.paper.pageHeight - 4 * ABOVE) / this.lineHeight) - this.headingCount;

  private nextPage(tag: 'TH' | 'TD'): void {
    this.paper.newPage();
    if (tag === 'TH') return;
    this.paper.artifact('Pagination', () => {
      for (const [at, lines] of this.headingLines.entries()) this.drawCell(at, lines, true);
    });
    this.down(this.headingCount);
  }

  /** Ends so many lines with a rule below them. */
  private down(lines: number): void {
    this.paper.y += lines * this.lineHeight + 2 * ABOVE;
    const [first = 0] = this.starts;
    this.paper.rule(first, this.paper.y, (this.starts.at(-1) ?? 0) - first);
  }
}
