import { type PdfFact, writeFacts } from './facts';
import { insideOf, type PdfHead, PdfPaper, pageSize } from './paper';
import { measured, type PdfColumn, type PdfRow, pageKindFor, sampled, writeTable } from './table';
import { Typefaces } from './typefaces';

export interface TableDocument extends PdfHead {
  facts: readonly PdfFact[];
  columns: readonly PdfColumn[];
  rows: AsyncIterable<PdfRow>;
}

const TITLE = { size: 16, isStrong: true };
const SPACE = 12;

/**
 * A tagged PDF of a title, facts and one table, made while it is read: its pages are never all in memory, but for the
 * structure that leads a screen reader through them.
 */
export async function* tableDocument({ facts, columns, rows, ...head }: TableDocument): AsyncGenerator<Uint8Array> {
  const { first, all } = await sampled(rows);
  const typefaces = new Typefaces(head.language);
  const size = pageSize(head.language, pageKindFor(columns.length));
  const paper = new PdfPaper(head, size, typefaces);
  paper.paragraph(head.title, 'H1', TITLE);
  paper.y += SPACE / 2;
  writeFacts(paper, facts);
  paper.y += SPACE;
  const widths = measured(columns, first, insideOf(size), typefaces);
  for await (const _ of writeTable(paper, columns, widths, all)) {
    const bytes = paper.ready();
    if (bytes) yield bytes;
  }
  paper.end();
  for (let bytes = paper.ready(); bytes; bytes = paper.ready()) yield bytes;
}
