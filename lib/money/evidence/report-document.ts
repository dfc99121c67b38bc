import { readLargeFile } from '../../core/files/large-files';
import { writeFacts } from '../../core/files/pdf/facts';
import { insideOf, PdfPaper, pageSize } from '../../core/files/pdf/paper';
import { measured, type PdfColumn, type PdfRow, writeTable } from '../../core/files/pdf/table';
import { Typefaces } from '../../core/files/pdf/typefaces';
import { languageTag } from '../../core/language/locales';
import { findingTexts } from '../expense-policies/finding-texts';
import { kindLabel, levelLabel, propertyLabel } from '../expense-policies/rule-words';
import { reportTotals } from '../expenses/report-totals';
import { stateInWords } from '../expenses/state-in-words';
import type { Evidence, EvidenceReceipt } from './evidence';
import { nameOf, receiptWord, wordsOf } from './line-words';
import type { EvidenceReader } from './reader';
import { receiptPicture } from './receipt-picture';

const TITLE = { size: 16, isStrong: true };
const HEADING = { size: 12, isStrong: true };
const CAPTION = { size: 9 };
const SPACE = 12;
/** What stays together below a heading. */
const KEPT_TOGETHER = 60;

/**
 * An expense report as a tagged PDF in its reader's language: who, when and how much, its lines by day, what the expense
 * policy found, and its receipts: pictures as figures, other files by name and hash. It is made while it is read, so that
 * one picture at most is in memory.
 */
export async function* reportDocument(
  evidence: Evidence,
  reader: EvidenceReader,
  madeAt: Date
): AsyncGenerator<Uint8Array> {
  const language = languageTag(reader.locale);
  const { title, ownerName } = evidence.report;
  const pageLabel = (page: number) => reader.t('evidence.page', { page });
  const head = { title, language, author: ownerName, madeAt, pageLabel };
  const paper = new PdfPaper(head, pageSize(language, 'portrait'), new Typefaces(language));
  for await (const _ of parts(paper, evidence, reader, madeAt)) yield* readyOf(paper);
  paper.end();
  yield* readyOf(paper);
}

function* readyOf(paper: PdfPaper): Generator<Uint8Array> {
  for (let bytes = paper.ready(); bytes; bytes = paper.ready()) yield bytes;
}

/** Writes one part after the other, and yields wherever bytes can be taken. */
async function* parts(paper: PdfPaper, evidence: Evidence, reader: EvidenceReader, madeAt: Date): AsyncGenerator<void> {
  paper.paragraph(evidence.report.title, 'H1', TITLE);
  paper.y += SPACE / 2;
  writeFacts(paper, factsOf(evidence, reader, madeAt));
  yield* linesTable(paper, evidence, reader);
  if (evidence.findings.length > 0) yield* findingsTable(paper, evidence, reader);
  if (evidence.way.length > 0) yield* wayTable(paper, evidence, reader);
  if (evidence.receipts.length > 0) yield* receiptParts(paper, evidence, reader);
}

function factsOf({ report, company, lastFour, way }: Evidence, { name, t, format }: EvidenceReader, madeAt: Date) {
  const account = lastFour ? `${report.accountName} · •••• ${lastFour}` : report.accountName;
  return [
    { label: t('expense.report.owner'), value: report.ownerName },
    { label: t('node.kind.company'), value: company },
    { label: t('transaction.account'), value: account },
    { label: t('transaction.purpose'), value: report.purpose },
    { label: t('evidence.period'), value: `${format.date(report.firstDay)} – ${format.date(report.lastDay)}` },
    {
      label: t('transaction.state'),
      value: [t(`expense.report.status.${report.status}`), stateInWords(report, way, { t, format })].join(' · ')
    },
    ...reportTotals(report).map(({ label, amount }) => ({
      label: t(label),
      value: format.money(amount, report.currency)
    })),
    { label: t('evidence.made'), value: `${name}, ${format.dateTime(madeAt)}` }
  ];
}

async function* section(
  paper: PdfPaper,
  heading: string,
  columns: readonly PdfColumn[],
  rows: readonly PdfRow[]
): AsyncGenerator<void> {
  paper.y += SPACE;
  paper.room(KEPT_TOGETHER);
  paper.paragraph(heading, 'H2', HEADING);
  paper.y += SPACE / 3;
  const widths = measured(columns, rows, insideOf(paper.size), paper.typefaces);
  yield* writeTable(paper, columns, widths, each(rows));
  yield;
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const left = (heading: string): PdfColumn => ({ heading, align: 'left' });
const right = (heading: string): PdfColumn => ({ heading, align: 'right' });

function linesTable(paper: PdfPaper, evidence: Evidence, reader: EvidenceReader): AsyncGenerator<void> {
  const { t, format } = reader;
  const { lines, report } = evidence;
  const columns = [
    right(t('evidence.number')),
    left(t('transaction.date.paid')),
    left(t('audit.entity.expense_line')),
    left(t('transaction.receipt')),
    right(t('transaction.amount')),
    right(t('transaction.amount.paid'))
  ];
  const rows = lines.map((line) => ({
    cells: [
      String(line.number),
      format.date(line.day),
      wordsOf(line, evidence, reader),
      receiptWord(line, reader),
      format.money(line.charge?.amount ?? line.amount, line.charge?.currency ?? report.currency),
      format.money(line.amount, report.currency)
    ]
  }));
  return section(paper, t('expense.lines'), columns, rows);
}

function findingsTable(
  paper: PdfPaper,
  { lines, findings }: Evidence,
  { t, format }: EvidenceReader
): AsyncGenerator<void> {
  const columns = [t('evidence.number'), t('evidence.finding'), t('evidence.rule'), t('expense.version')].map(left);
  const rows = lines.flatMap(({ id, number }) =>
    findings
      .filter(({ lineId }) => lineId === id)
      .map((finding) => {
        const { says, clears } = findingTexts(finding, { ...format, property: (name) => propertyLabel(t, name) });
        const { name, validFrom } = finding.policy;
        const level = levelLabel(t, finding.level);
        return {
          cells: [
            String(number),
            `${level}: ${t(says.code, says.params)} ${t(clears.code, clears.params)}`,
            [kindLabel(t, finding.kind), finding.type].filter(Boolean).join(' · '),
            [name, validFrom && t('expense.standing.in.force', { date: format.date(validFrom) })]
              .filter(Boolean)
              .join(' · ')
          ]
        };
      })
  );
  return section(paper, t('evidence.findings'), columns, rows);
}

function wayTable(paper: PdfPaper, { way }: Evidence, { t, format }: EvidenceReader): AsyncGenerator<void> {
  const columns = [t('audit.at'), t('audit.action'), t('audit.actor'), t('expense.report.comment')].map(left);
  const rows = [...way].reverse().map(({ event, occurredAt, by, behalfOf, approver, reason }) => ({
    cells: [
      format.dateTime(occurredAt),
      [t(`audit.action.expense_report.${event}`), approver && t('expense.way.to', { name: approver })]
        .filter(Boolean)
        .join(' · '),
      [by, behalfOf && t('transaction.history.behalf', { name: behalfOf })].filter(Boolean).join(' · '),
      reason ?? ''
    ]
  }));
  return section(paper, t('transaction.history'), columns, rows);
}

async function* receiptParts(paper: PdfPaper, evidence: Evidence, reader: EvidenceReader): AsyncGenerator<void> {
  const { receipts } = evidence;
  const { t } = reader;
  const columns = [t('evidence.number'), t('attachment.file'), t('audit.hash')].map(left);
  const rows = receipts.map(({ line, name, sha256 }) => ({ cells: [String(line.number), name, sha256] }));
  yield* section(paper, t('evidence.receipts'), columns, rows);
  for (const receipt of receipts.filter(({ mediaType }) => mediaType.startsWith('image/'))) {
    await putPicture(paper, evidence, reader, receipt);
    yield;
  }
}

/** Puts a receipt's picture below its caption; one that can't be read stays in the table alone. */
async function putPicture(
  paper: PdfPaper,
  { report }: Evidence,
  reader: EvidenceReader,
  { name, line, fileId }: EvidenceReceipt
): Promise<void> {
  const { t, format } = reader;
  const picture = await receiptPicture(readLargeFile({ issuerId: report.issuerId, id: fileId }));
  if (!picture) return;
  const caption = [
    `${line.number}. ${nameOf(line, reader)}`,
    format.date(line.day),
    format.money(line.amount, report.currency),
    name
  ].join(' · ');
  paper.y += SPACE;
  paper.captioned(caption, CAPTION, picture, t('evidence.picture', { receipt: caption }));
}
