import type { Translate } from '../../core/language/texts';
import type { ExpenseReport } from './report';
import type { WayEvent } from './report-events';

interface Reader {
  t: Translate;
  format: { dateTime(at: Date): string };
}

/** Where a report stands, in a sentence: for whom it waits since when, or who decided. */
export function stateInWords(report: ExpenseReport, way: readonly WayEvent[], { t, format }: Reader): string {
  const { status, approverName, submittedAt, reroutedAt, approvedAt, approvedByName } = report;
  if (approvedAt) return t('expense.approved.by', { name: approvedByName ?? '', date: format.dateTime(approvedAt) });
  const since = reroutedAt ?? submittedAt;
  if (since) {
    const date = format.dateTime(since);
    return approverName ? t('expense.waits.for', { name: approverName, date }) : t('expense.waits.any', { date });
  }
  const [last] = way;
  if (status !== 'sent_back' || !last) return t('expense.waits.not');
  return t('expense.sent.back.by', { name: last.by ?? '', date: format.dateTime(last.occurredAt) });
}
