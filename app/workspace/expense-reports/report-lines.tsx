import CalendarDays from 'lucide-react/icons/calendar-days';
import Car from 'lucide-react/icons/car';
import { merchantCategoryName } from '@/lib/core/entry/merchant-category-names';
import type { Refusal } from '@/lib/core/entry/refusal';
import type { Translate } from '@/lib/core/language/texts';
import { allowanceFormula } from '@/lib/money/allowances/allowance-formula';
import { tripTime } from '@/lib/money/allowances/trip-time';
import type { Finding } from '@/lib/money/expense-policies/policy-version';
import { detailsInWords } from '@/lib/money/expenses/details-in-words';
import type { ReportLine } from '@/lib/money/expenses/lines';
import { canBePersonal } from '@/lib/money/expenses/personal-share';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { tripFormula } from '@/lib/money/mileage/trip-formula';
import type { Pictured } from '../attachments/pictured';
import { Picture } from '../receipts/picture';
import { pictureTexts } from '../receipts/shown';
import { Badge } from '../ui/badge';
import { CategoryIcon } from '../ui/category-icon';
import { Confirm } from '../ui/confirm';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';
import { Table } from '../ui/table';
import { takeOff } from './actions';
import { LineFindings } from './line-findings';

interface Props {
  /** The first receipt of each line that has one, by the line’s id. */
  pictures: ReadonlyMap<string, Pictured>;
  report: ExpenseReport;
  lines: readonly ReportLine[];
  /** What prevents the submission of its charges, by their id. */
  faults: ReadonlyMap<string, Refusal>;
  /** What the expense policy says about them. */
  findings: readonly Finding[];
  isEditable: boolean;
  /** Whether the reader may sign that an expense has no receipt. */
  canSign: boolean;
  /** Whether the reader sees transactions. */
  seesCharges: boolean;
  t: Translate;
  format: Formats;
}

/** The expenses of a report: charges and own money, with their receipts. */
export function ReportLines({
  pictures,
  report,
  lines,
  faults,
  findings,
  isEditable,
  canSign,
  seesCharges,
  t,
  format
}: Props) {
  if (lines.length === 0) return <p className="muted">{t('expense.lines.none')}</p>;
  const shown = { report, isEditable, canSign, seesCharges, t, format };
  return (
    <Table
      label={t('expense.lines')}
      named
      columns={[
        { label: t('audit.entity.expense_line') },
        { label: t('transaction.receipt') },
        { label: t('transaction.amount.paid'), figure: true },
        ...(isEditable ? [{ label: t('attachment.remove'), silent: true }] : [])
      ]}
      rows={lines.map((line) => ({
        key: line.id,
        cells: [
          <Expense
            key="expense"
            line={line}
            fault={faults.get(line.transactionId ?? '')}
            findings={findings.filter(({ lineId }) => lineId === line.id)}
            {...shown}
          />,
          <Receipt key="receipt" line={line} picture={pictures.get(line.id)} t={t} />,
          format.money(line.amount, report.currency),
          ...(isEditable ? [<Remove key="remove" line={line} report={report} t={t} />] : [])
        ]
      }))}
    />
  );
}

/** Whether a line has its receipt. None is expected of a distance or a day. */
function Receipt({
  line: { hasReceipt, missingReceipt, trip, allowance },
  picture,
  t
}: {
  line: ReportLine;
  picture: Pictured | undefined;
  t: Translate;
}) {
  if (hasReceipt)
    return (
      <span className="with-picture">
        {picture && <Picture file={picture} texts={pictureTexts(t)} />}
        <Badge tone="good">{t('transaction.receipt')}</Badge>
      </span>
    );
  if (missingReceipt) return <Badge>{t('expense.statement.short')}</Badge>;
  return trip || allowance ? '–' : <Badge>{t('expense.line.receipt.none')}</Badge>;
}

interface ExpenseProps
  extends Pick<Props, 'report' | 'findings' | 'isEditable' | 'canSign' | 'seesCharges' | 't' | 'format'> {
  line: ReportLine;
  fault: Refusal | undefined;
}

function Expense({ line, report, fault, findings, isEditable, canSign, seesCharges, t, format }: ExpenseProps) {
  const name = line.merchant ?? t('transaction.one');
  const href = line.transactionId
    ? seesCharges && `/workspace/transactions/${line.transactionId}`
    : `/workspace/expense-reports/${report.id}/${pathOf(line)}/${line.id}`;
  return (
    <div className="report-expense">
      {line.trip || line.allowance ? (
        <span className="face face-square tint-blue" aria-hidden="true">
          {line.trip ? <Car /> : <CalendarDays />}
        </span>
      ) : (
        <CategoryIcon mcc={line.merchantCategoryCode} />
      )}
      <div>
        {href ? <Link href={href}>{name}</Link> : <span>{name}</span>}
        <span className="support muted">
          {[
            line.allowance ? null : format.date(line.day),
            line.expenseType ?? merchantCategoryName(t, line.merchantCategoryCode),
            howOf(line, { t, format }),
            line.description,
            ...detailsInWords(line.details, { t, format, currency: report.currency })
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {line.trip && (
          <span className="support figure">{tripFormula(line.trip, line.amount, report.currency, format)}</span>
        )}
        {line.allowance && (
          <span className="support figure">{allowanceFormula(line.allowance.days, report.currency, format)}</span>
        )}
        {line.personalAmount && (
          <Badge tone="info">
            {t('expense.personal.of', { amount: format.money(line.personalAmount, report.currency) })}
          </Badge>
        )}
        {fault && <Badge tone="warning">{t(fault.code, fault.params)}</Badge>}
        <LineFindings findings={findings} t={t} format={format} />
        {line.explanation && (
          <p className="line-explanation">
            <strong>{t('expense.explanation')}:</strong> {line.explanation}
          </p>
        )}
        {!line.hasReceipt && line.missingReceipt && (
          <p className="line-explanation">
            <strong>
              {t('expense.statement.signed', {
                reason: line.missingReceipt.reason,
                date: format.date(line.missingReceipt.signedOn),
                number: line.missingReceipt.number
              })}
            </strong>{' '}
            {line.missingReceipt.note}
          </p>
        )}
        {isEditable && line.transactionId && (
          <Link href={`/workspace/expense-reports/${report.id}/details/${line.id}`}>
            {t('expense.details')}
            <span className="visually-hidden">: {name}</span>
          </Link>
        )}
        {isEditable && canBePersonal(line) && (
          <Link href={`/workspace/expense-reports/${report.id}/personal/${line.id}`}>
            {t(line.personalAmount ? 'expense.personal.change' : 'expense.personal.mark')}
            <span className="visually-hidden">: {name}</span>
          </Link>
        )}
        {canSign && mayState(line, findings) && (
          <Link href={`/workspace/expense-reports/${report.id}/no-receipt/${line.id}`}>
            {t(line.missingReceipt ? 'expense.statement.change' : 'expense.statement.none')}
            <span className="visually-hidden">: {name}</span>
          </Link>
        )}
        {isEditable && findings.some(({ level }) => level === 'explain') && (
          <Link href={`/workspace/expense-reports/${report.id}/explanation/${line.id}`}>
            {t(line.explanation ? 'expense.explanation.change' : 'expense.explain')}
            <span className="visually-hidden">: {name}</span>
          </Link>
        )}
      </div>
    </div>
  );
}

/** The page of a line that isn't a charge, below its report. */
function pathOf({ trip, allowance }: ReportLine): string {
  if (trip) return 'mileage';
  return allowance ? 'allowance' : 'own-money';
}

/** By what, or in what time, the owner paid or travelled. */
function howOf({ trip, allowance, transactionId }: ReportLine, { t, format }: Pick<Props, 't' | 'format'>) {
  if (trip) return trip.vehicle;
  if (allowance) return tripTime(allowance, format);
  return transactionId ? null : t('expense.own.paid');
}

/** Whether a statement may stand for the line's receipt, or does already. */
const mayState = ({ hasReceipt, missingReceipt }: ReportLine, findings: readonly Finding[]) =>
  !hasReceipt && (missingReceipt !== null || findings.some((one) => one.kind === 'receipt' && !one.isReceiptOnly));

function Remove({ line, report, t }: { line: ReportLine; report: ExpenseReport; t: Translate }) {
  return (
    <Confirm
      label={t('attachment.remove')}
      question={t('expense.line.remove.question', { name: line.merchant ?? t('transaction.one') })}
      explanation={t(line.transactionId ? 'expense.line.remove.charge' : 'expense.line.remove.own')}
      confirmLabel={t('attachment.remove')}
      action={takeOff}
      hidden={{ id: report.id, line: line.id }}
      danger={line.transactionId === null}
    />
  );
}
