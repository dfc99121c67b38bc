import type { Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';
import type { PdfRow } from '../../core/files/pdf/table';
import { tableDocument } from '../../core/files/pdf/table-document';
import { type Locale, languageTag } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import type { Field } from '../listing/table-file';
import type { ReportFacts } from './facts';
import { type Printed, printedIn } from './printed';
import { isTotalLine } from './report-select';
import type { ReportSource } from './report-source';
import { toldFacts } from './told-facts';

/** The most cells of a PDF: a thousand pages, whose structure is in memory until the end. */
export const MOST_PDF_CELLS = 100_000;
/** The most columns that fit on a page and can be read. */
export const MOST_PDF_COLUMNS = 30;

/** The columns of a PDF: an amount has its currency in its own cell. */
const shownIn = (fields: readonly Field[]): Field[] => fields.filter(({ isCurrency }) => !isCurrency);

/** The reason that a report is too large for a PDF, with both numbers (C8.029). */
export function pdfFault(rows: number, fields: readonly Field[]): Refusal | null {
  const columns = shownIn(fields).length;
  if (columns > MOST_PDF_COLUMNS)
    return { code: 'report.pdf.wide', params: { count: columns, most: MOST_PDF_COLUMNS } };
  const cells = rows * columns;
  return cells > MOST_PDF_CELLS ? { code: 'report.pdf.large', params: { count: cells, most: MOST_PDF_CELLS } } : null;
}

interface PdfReport {
  principal: Principal;
  source: ReportSource;
  fields: readonly Field[];
  facts: ReportFacts;
  rows: AsyncIterable<Readonly<Record<string, unknown>>>;
  t: Translate;
  locale: Locale;
  timeZone: string;
}

/** A report as a tagged PDF in its reader's language: what was asked, control totals by currency, and the rows. */
export async function* pdfOf({
  principal,
  source,
  fields,
  facts,
  rows,
  t,
  locale,
  timeZone
}: PdfReport): AsyncGenerator<Uint8Array> {
  const printed = printedIn(locale, timeZone, t);
  const shown = shownIn(fields);
  yield* tableDocument({
    title: facts.name,
    language: languageTag(locale),
    author: facts.madeBy,
    madeAt: facts.madeAt,
    pageLabel: (page, pages) => t('report.page', { page, pages }),
    facts: await toldFacts({ principal, source, fields, facts }, t, printed),
    columns: shown.map(({ heading, column }) => ({
      heading,
      align: column.type === 'money' || column.type === 'number' ? 'right' : 'left'
    })),
    rows: printedRows(shown, rows, printed)
  });
}

async function* printedRows(
  fields: readonly Field[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  printed: Printed
): AsyncGenerator<PdfRow> {
  for await (const row of rows)
    yield {
      cells: fields.map(({ name, column }) => printed.value(name, column, row)),
      isStrong: isTotalLine(row)
    };
}
