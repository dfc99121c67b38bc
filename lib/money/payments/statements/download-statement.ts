import { eyesFault } from '../../../access/policy/features';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { fileName } from '../../../core/files/file-name';
import type { PdfRow } from '../../../core/files/pdf/table';
import { tableDocument } from '../../../core/files/pdf/table-document';
import type { Download } from '../../../core/http/download';
import { type Locale, languageTag } from '../../../core/language/locales';
import type { TextKey } from '../../../core/language/text-key';
import type { Translate } from '../../../core/language/texts';
import { now } from '../../../core/server/clock';
import { cardOfAccount } from '../../../directory/structure/card-of-account';
import { type Column, choicesOf } from '../../../kit/listing/listing';
import { csvOf, fieldsOf } from '../../../kit/listing/table-file';
import { payingFault } from '../payable';
import { figuresOf, firstLines, LINE_KINDS, type LineKind, linesOf, type StatementFigures } from './lines';
import { type Statement, seenStatement } from './statements';

/** The reader who downloads a statement: their name, language and formats; days are `2026-02-28`. */
export interface StatementReader {
  name: string;
  locale: Locale;
  t: Translate;
  format: {
    date(day: string): string;
    dateTime(at: Date): string;
    money(amount: string, currency: string): string;
  };
}

/** The most lines of a PDF, whose structure is in memory until its end. */
export const MOST_PDF_LINES = 20_000;

const sql = Prisma.sql;
const choices = choicesOf(LINE_KINDS, kindKey);

/** The text of a kind of lines. */
export function kindKey(kind: LineKind): TextKey {
  return kind === 'other' || kind === 'other_payment' ? 'statement.other' : (`transaction.type.${kind}` as const);
}

/** The columns of a statement's file, by their names in `linesOf`. */
const COLUMNS = {
  postedOn: { sql: sql`"postedOn"`, type: 'date', label: 'transaction.posting.date' },
  transactionDate: { sql: sql`"transactionDate"`, type: 'date', label: 'transaction.date' },
  merchant: { sql: sql`merchant`, type: 'text', label: 'transaction.merchant' },
  kind: { sql: sql`kind`, type: 'choice', label: 'transaction.type', choices },
  original: {
    sql: sql`original`,
    type: 'money',
    label: 'transaction.amount',
    currency: sql`"originalCurrency"`
  },
  amount: {
    sql: sql`amount`,
    type: 'money',
    label: 'transaction.billed.amount',
    currency: sql`"amountCurrency"`
  }
} as const satisfies Record<string, Column>;

/** The lines of a statement as streamed CSV, after auditing the download; null as `downloadPdf`. */
export async function downloadCsv(
  principal: Principal,
  id: string,
  reader: StatementReader,
  origin: Origin
): Promise<Download | null> {
  const statement = await downloadable(principal, id);
  if (!statement) return null;
  const fields = fieldsOf(Object.entries(COLUMNS), reader.t);
  const bytes = await csvOf(await linesOf(statement), fields, reader.t, () =>
    audit(principal, statement, 'csv', origin)
  );
  return { name: nameOf(statement, 'csv'), mediaType: 'text/csv; charset=utf-8', bytes };
}

/**
 * A statement as a tagged PDF, after auditing the download. Null for readers who don't see the statement or may not pay,
 * through another's eyes, where nothing is exported, and for more lines than a PDF has.
 */
export async function downloadPdf(
  principal: Principal,
  id: string,
  reader: StatementReader,
  origin: Origin
): Promise<Download | null> {
  const statement = await downloadable(principal, id);
  if (!statement) return null;
  const lines = await linesOf(statement);
  const figures = await figuresOf(statement, lines);
  if (figures.count > MOST_PDF_LINES) return null;
  const card = await cardOfAccount(statement.issuerId, statement.accountId);
  await audit(principal, statement, 'pdf', origin);
  const { t, format, locale, name: author } = reader;
  const { currency, accountName, closedOn } = statement;
  const madeAt = now();
  const { owed, made } = statementFacts(statement, figures, reader);
  return {
    name: nameOf(statement, 'pdf'),
    mediaType: 'application/pdf',
    bytes: tableDocument({
      title: `${accountName} · ${format.date(closedOn)}`,
      language: languageTag(locale),
      author,
      madeAt,
      pageLabel: (page, pages) => t('report.page', { page, pages }),
      facts: [
        { label: t('node.kind.company'), value: card?.company ?? '' },
        {
          label: t('transaction.account'),
          value: card?.lastFour ? `${accountName} · •••• ${card.lastFour}` : accountName
        },
        ...made,
        ...owed,
        { label: t('report.run.by'), value: `${author}, ${format.dateTime(madeAt)}` }
      ],
      columns: [
        { heading: t('transaction.posting.date'), align: 'left' },
        { heading: t('transaction.merchant'), align: 'left' },
        { heading: t('transaction.type'), align: 'left' },
        { heading: t('transaction.amount'), align: 'right' },
        { heading: t('transaction.billed.amount'), align: 'right' }
      ],
      rows: printed(await firstLines(lines, MOST_PDF_LINES), reader, currency)
    })
  };
}

/** What is owed by a statement and until when, and how that sum arises, as labels with values. */
export function statementFacts(
  statement: Statement,
  figures: StatementFigures,
  { t, format }: Pick<StatementReader, 't' | 'format'>
) {
  const { openedOn, closedOn, currency, opening, payments, closing } = statement;
  const { charged, fees, credits, other, due } = figures;
  const money = (amount: string) => format.money(amount, currency);
  return {
    owed: [
      { label: t('statement.closing'), value: money(closing) },
      ...(due
        ? [
            { label: t('recurring.pays.minimum'), value: money(due.minimum) },
            { label: t('statement.due'), value: format.date(due.on) }
          ]
        : [])
    ],
    made: [
      // The first statement of an account has everything before its day.
      openedOn
        ? { label: t('statement.cycle'), value: `${format.date(openedOn)} – ${format.date(closedOn)}` }
        : { label: t('statement.closed.on'), value: format.date(closedOn) },
      { label: t('statement.opening'), value: money(opening) },
      { label: t('statement.charged'), value: money(charged) },
      { label: t('statement.fees'), value: money(fees) },
      { label: t('statement.credits'), value: money(credits) },
      ...(other === '0' ? [] : [{ label: t('statement.other'), value: money(other) }]),
      { label: t('statement.payments'), value: money(payments) }
    ]
  };
}

async function* printed(
  lines: Awaited<ReturnType<typeof firstLines>>,
  { t, format }: StatementReader,
  currency: string
): AsyncGenerator<PdfRow> {
  for (const { postedOn, merchant, kind, original, originalCurrency, amount } of lines)
    yield {
      cells: [
        format.date(postedOn),
        merchant ?? '',
        t(kindKey(kind)),
        original && originalCurrency ? format.money(original, originalCurrency) : '',
        format.money(amount, currency)
      ]
    };
}

const downloadable = async (principal: Principal, id: string): Promise<Statement | null> =>
  eyesFault(principal, 'exports') || (await payingFault(principal)) ? null : seenStatement(principal, id);

const nameOf = ({ accountName, closedOn }: Statement, format: 'csv' | 'pdf'): string =>
  fileName(`${accountName} ${closedOn}.${format}`);

const audit = (principal: Principal, statement: Statement, format: 'csv' | 'pdf', origin: Origin): Promise<void> =>
  transaction(async (tx) => {
    const { issuerId, accountId: nodeId, id: entityId, accountName, closedOn } = statement;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'statement.downloaded',
      entity: 'account_statement',
      entityId,
      details: { name: `${accountName} ${closedOn}`, format }
    });
  });
