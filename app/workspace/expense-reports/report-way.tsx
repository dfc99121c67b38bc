import type { Translate } from '@/lib/core/language/texts';
import type { WayEvent } from '@/lib/money/expenses/report-events';
import type { Formats } from '../ui/formats';

/** The way of a report, the newest event first. */
export function ReportWay({ way, t, format }: { way: readonly WayEvent[]; t: Translate; format: Formats }) {
  return (
    <section className="panel" aria-labelledby="way-heading">
      <h2 id="way-heading">{t('transaction.history')}</h2>
      {way.length === 0 ? (
        <p className="muted">{t('transaction.history.none')}</p>
      ) : (
        <ol className="history">
          {way.map(({ id, event, occurredAt, by, behalfOf, approver, reason }) => (
            <li key={id}>
              <span>{t(`audit.action.expense_report.${event}`)}</span>
              <span className="muted">
                {[
                  format.dateTime(occurredAt),
                  by,
                  behalfOf && t('transaction.history.behalf', { name: behalfOf }),
                  approver && t('expense.way.to', { name: approver })
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {reason && <span>{reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
