import type { Translate } from '@/lib/core/language/texts';
import type { FieldChange, HeadField, LineChange, LineField, ReportChanges } from '@/lib/money/expenses/changes-since';
import type { SentBack } from '@/lib/money/expenses/report-events';
import { Badge } from '../ui/badge';
import type { Formats } from '../ui/formats';

interface Props {
  sentBack: SentBack;
  changes: ReportChanges;
  currency: string;
  t: Translate;
  format: Formats;
}

const TONES = { added: 'good', changed: 'info', removed: 'neutral' } as const;

/** What differs from the report that was sent back: its approver looks at this first. */
export function ReportChangesPanel({ sentBack, changes, currency, t, format }: Props) {
  const { by, occurredAt, reason } = sentBack;
  const isSame = changes.head.length === 0 && changes.lines.length === 0;
  return (
    <section className="panel report-changes" aria-labelledby="changes-heading">
      <h2 id="changes-heading">{t('expense.since')}</h2>
      <p className="muted">
        {[by, format.dateTime(occurredAt)].filter(Boolean).join(' · ')}: {reason}
      </p>
      {isSame ? (
        <p>{t('expense.since.nothing')}</p>
      ) : (
        <ul>
          {changes.head.length > 0 && (
            <li>
              <Badge tone="info">{t('expense.since.changed')}</Badge>
              <strong>{t('audit.entity.expense_report')}</strong>
              <Fields fields={changes.head} {...{ currency, t, format }} />
            </li>
          )}
          {changes.lines.map((change) => (
            <Line key={change.line.id} change={change} {...{ currency, t, format }} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Shown = Pick<Props, 'currency' | 't' | 'format'>;

function Line({ change: { kind, line, fields }, currency, t, format }: Shown & { change: LineChange }) {
  return (
    <li>
      <Badge tone={TONES[kind]}>{t(`expense.since.${kind}`)}</Badge>
      <strong>{line.merchant ?? t('transaction.one')}</strong>
      <span className="muted">
        {format.date(line.day)} · {format.money(line.amount, currency)}
      </span>
      <Fields fields={fields} {...{ currency, t, format }} />
    </li>
  );
}

function Fields({ fields, ...shown }: Shown & { fields: readonly FieldChange<HeadField | LineField>[] }) {
  return fields.map((change) => (
    <span key={change.field} className="support">
      {inWords(change, shown)}
    </span>
  ));
}

/** What a person can't read: only that it is another. */
const WITHOUT_VALUES: readonly string[] = ['details', 'receipts', 'allocation', 'statement'] satisfies LineField[];

function inWords({ field, before, after }: FieldChange<HeadField | LineField>, { currency, t, format }: Shown): string {
  const label = labelOf(field, t);
  if (WITHOUT_VALUES.includes(field)) {
    const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
    return t('expense.since.state', { label, change });
  }
  const shown = (value: string | null) => {
    if (value === null || value === '') return '–';
    if (field === 'amount' || field === 'personalAmount') return format.money(value, currency);
    return field === 'day' || field === 'firstDay' || field === 'lastDay' ? format.date(value) : value;
  };
  return t('expense.since.values', { label, before: shown(before), after: shown(after) });
}

function labelOf(field: HeadField | LineField, t: Translate): string {
  const labels: Record<HeadField | LineField, string> = {
    title: t('expense.report.name'),
    purpose: t('transaction.purpose'),
    firstDay: t('delegation.first.day'),
    lastDay: t('delegation.last.day'),
    merchant: t('transaction.merchant'),
    day: t('transaction.date'),
    expenseType: t('expense.own.type'),
    amount: t('transaction.amount.paid'),
    personalAmount: t('expense.personal'),
    description: t('expense.own.description'),
    details: t('expense.details'),
    explanation: t('expense.explanation'),
    statement: t('expense.statement'),
    receipts: t('transaction.receipt'),
    allocation: t('allocation.title')
  };
  return labels[field];
}
