import type { BusinessTrip } from '@/lib/money/business-trips/trips';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { StatusBadge } from '../expense-reports/status-badge';
import type { signedInFor } from '../signed-in';
import { Link } from '../ui/link';
import { RecordForm } from '../ui/record-form';
import { makeReport } from './actions';

interface Props {
  trip: BusinessTrip;
  /** The trip's report, if the reader sees it. */
  report: ExpenseReport | null;
  isEditable: boolean;
  page: Pick<Awaited<ReturnType<typeof signedInFor>>, 't' | 'format'>;
}

/** The button that makes the report of a trip that is over, or the way to the report; in view wherever the reader is. */
export function ReportOfTrip({ trip, report, isEditable, page: { t, format } }: Props) {
  if (report)
    return (
      <section className="panel bottom-bar" aria-label={t('business.trip.report')}>
        <p>
          {t('business.trip.report')}: <Link href={`/workspace/expense-reports/${report.id}`}>{report.title}</Link>{' '}
          <StatusBadge status={report.status} t={t} />
        </p>
      </section>
    );
  if (!isEditable) return null;
  const isOver = trip.status === 'over';
  return (
    <section className="panel bottom-bar" aria-label={t('business.trip.report')}>
      <p>
        {isOver ? t('business.trip.report.about') : t('business.trip.not.over', { date: format.date(trip.lastDay) })}
      </p>
      {isOver && (
        <RecordForm
          id="report"
          action={makeReport}
          fields={[]}
          hidden={{ id: trip.id }}
          version={trip.version}
          submitLabel={t('business.trip.report.make')}
        />
      )}
    </section>
  );
}
