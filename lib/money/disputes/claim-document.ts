import { writeFacts } from '../../core/files/pdf/facts';
import { insideOf, PdfPaper, pageSize } from '../../core/files/pdf/paper';
import { measured, type PdfColumn, type PdfRow, writeTable } from '../../core/files/pdf/table';
import { Typefaces } from '../../core/files/pdf/typefaces';
import { type Locale, languageTag } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import type { StoredFile } from '../../kit/attachments/stored-files';
import type { Answer, Dispute } from './disputes';

/** Whoever downloads a claim: their name, language and formats; days are `2026-02-28`. */
export interface ClaimReader {
  name: string;
  locale: Locale;
  t: Translate;
  format: {
    date(day: string): string;
    dateTime(at: Date): string;
    money(amount: string, currency: string): string;
    number(value: number): string;
  };
}

/** What a claim consists of: the form as it was submitted, whose card was charged, and the evidence. */
export interface Claim {
  dispute: Dispute;
  company: string;
  /** The last four digits of the card; null for an account without one. */
  lastFour: string | null;
  evidence: readonly StoredFile[];
}

const TITLE = { size: 16, isStrong: true };
const HEADING = { size: 12, isStrong: true };
const SPACE = 12;
/** What stays together below a heading. */
const KEPT_TOGETHER = 60;

/** The claim of a dispute as a tagged PDF in its reader's language; files of evidence are listed by name and hash. */
export async function* claimDocument(claim: Claim, reader: ClaimReader, madeAt: Date): AsyncGenerator<Uint8Array> {
  const { t, locale, name: author } = reader;
  const language = languageTag(locale);
  const { reference, merchantName } = claim.dispute;
  const title = `${reference} · ${merchantName}`;
  const pageLabel = (page: number, pages: number) => t('dispute.pdf.page', { page, pages });
  const head = { title, language, author, madeAt, pageLabel };
  const paper = new PdfPaper(head, pageSize(language, 'portrait'), new Typefaces(language));
  paper.paragraph(title, 'H1', TITLE);
  paper.y += SPACE / 2;
  writeFacts(paper, factsOf(claim, reader, madeAt));
  if (claim.evidence.length > 0) for await (const _ of evidenceTable(paper, claim, t)) yield* readyOf(paper);
  paper.end();
  yield* readyOf(paper);
}

function* readyOf(paper: PdfPaper): Generator<Uint8Array> {
  for (let bytes = paper.ready(); bytes; bytes = paper.ready()) yield bytes;
}

function factsOf({ dispute, company, lastFour }: Claim, { name, t, format }: ClaimReader, madeAt: Date) {
  const { reasonCode, reasonName, currency, contactedOn, submittedAt, endedAt, creditAmount, creditOn } = dispute;
  const { creditReversed, creditReversedOn, wonAmount } = dispute;
  const answerOf = ({ type, value }: Answer) => {
    if (type === 'date') return format.date(value);
    if (type === 'number') return format.number(Number(value));
    return type === 'boolean' ? t(value === 'true' ? 'yes' : 'no') : value;
  };
  const facts = [
    { label: t('dispute.state'), value: t(`dispute.state.${dispute.state}`) },
    { label: t('node.kind.company'), value: company },
    {
      label: t('transaction.account'),
      value: lastFour ? `${dispute.accountName} · •••• ${lastFour}` : dispute.accountName
    },
    { label: t('transaction.merchant'), value: dispute.merchantName },
    { label: t('transaction.posting.date'), value: format.date(dispute.postingDate) },
    { label: t('dispute.reason'), value: `${reasonCode} – ${reasonName}` },
    { label: t('dispute.amount'), value: format.money(dispute.amount, currency) },
    { label: t('dispute.explanation'), value: dispute.explanation },
    { label: t('dispute.contacted'), value: contactedOn && format.date(contactedOn) },
    { label: t('dispute.answer'), value: dispute.merchantAnswer },
    ...dispute.answers.map((answer) => ({ label: answer.label, value: answerOf(answer) })),
    { label: t('dispute.submitted.at'), value: submittedAt && format.dateTime(submittedAt) },
    { label: t('dispute.file.by'), value: format.date(dispute.fileBy) },
    { label: t('dispute.credit.amount'), value: creditAmount && format.money(creditAmount, currency) },
    { label: t('dispute.credit.on'), value: creditOn && format.date(creditOn) },
    { label: t('dispute.won.amount'), value: wonAmount && format.money(wonAmount, currency) },
    { label: t('dispute.credit.reversed'), value: creditReversed && format.money(creditReversed, currency) },
    { label: t('dispute.credit.reversed.on'), value: creditReversedOn && format.date(creditReversedOn) },
    { label: t('dispute.note'), value: dispute.note },
    { label: t('dispute.ended.at'), value: endedAt && format.dateTime(endedAt) },
    { label: t('dispute.pdf.made'), value: `${name}, ${format.dateTime(madeAt)}` }
  ];
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

async function* evidenceTable(paper: PdfPaper, { evidence }: Claim, t: Translate): AsyncGenerator<void> {
  const columns: PdfColumn[] = [t('attachment.file'), t('dispute.pdf.hash')].map((heading) => ({
    heading,
    align: 'left'
  }));
  const rows: PdfRow[] = evidence.map(({ name, sha256 }) => ({ cells: [name, sha256] }));
  paper.y += SPACE;
  paper.room(KEPT_TOGETHER);
  paper.paragraph(t('attachment.title'), 'H2', HEADING);
  paper.y += SPACE / 3;
  yield* writeTable(paper, columns, measured(columns, rows, insideOf(paper.size), paper.typefaces), each(rows));
  yield;
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
