import '../business-trips.css';
import type { SearchParams } from '@/lib/kit/listing/query';
import { allowanceRates } from '@/lib/money/allowances/rates';
import { daysOfTrip, drivesOfTrip } from '@/lib/money/business-trips/contents';
import { chargesOfTrip } from '@/lib/money/business-trips/report-trip';
import { overlapping } from '@/lib/money/business-trips/trips';
import { bookingsOfTrip } from '@/lib/money/central-travel/bookings';
import { seenReport } from '@/lib/money/expenses/report';
import { mileageRates } from '@/lib/money/mileage/rates';
import { titled } from '../../titled';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { workspacePage } from '../../workspace-page';
import { remove } from '../actions';
import { ReportOfTrip } from '../report-of-trip';
import { TripBadge } from '../status-badge';
import { TripBookings } from '../trip-bookings';
import { TripCharges } from '../trip-charges';
import { TripDays } from '../trip-days';
import { TripDrives } from '../trip-drives';
import { isEditable, TRIPS_PAGE, tripPage } from '../trip-page';

export const generateMetadata = titled('audit.entity.business_trip');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A business trip: its days, bookings, drives and charges, and the button that makes its report (C1.039). */
export default workspacePage(async function BusinessTripPage({ params, searchParams }: Props) {
  const { page, trip, href, list } = await tripPage(params);
  const { t, format, principal } = page;
  const isOwn = trip.ownerId === principal.userId;
  const canEdit = isEditable(trip, principal);
  const [days, drives, rates, driven, bookings, charges, others, report] = await Promise.all([
    daysOfTrip(trip),
    drivesOfTrip(trip),
    allowanceRates(trip),
    mileageRates(trip),
    bookingsOfTrip(trip),
    canEdit ? chargesOfTrip(principal, trip) : [],
    isOwn ? overlapping(trip) : [],
    trip.reportId ? seenReport(principal, trip.reportId) : null
  ]);
  return (
    <>
      <PageHead
        title={trip.name}
        trail={[list]}
        detail={
          <>
            <TripBadge status={trip.status} t={t} />
            <span>{[...new Set([trip.firstDay, trip.lastDay])].map((day) => format.date(day)).join(' – ')}</span>
          </>
        }
        actions={
          <RecordActions
            actions={[
              ...(canEdit ? [{ id: 'edit', label: t('business.trip.edit'), href: `${href}/edit` }] : []),
              ...(isOwn && (report === null || report.state === 'saved')
                ? [
                    {
                      id: 'delete',
                      label: t('setup.delete'),
                      confirm: {
                        question: t('setup.delete.question', { name: trip.name }),
                        explanation: t('business.trip.delete.explanation'),
                        confirmLabel: t('setup.delete'),
                        action: remove,
                        hidden: { id: trip.id },
                        danger: true
                      }
                    }
                  ]
                : [])
            ]}
          />
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{ created: t('business.trip.done.created'), saved: t('business.trip.done.saved') }}
      />
      {others.length > 0 && (
        <Notice kind="hint">
          {t('business.trip.overlap')}{' '}
          {others.map(({ id, name }) => (
            <Link key={id} href={`${TRIPS_PAGE}/${id}`}>
              {name}
            </Link>
          ))}
        </Notice>
      )}
      <div className="record-columns">
        <div className="record-main">
          <TripBookings {...{ bookings, t, format }} />
          <TripDays {...{ trip, days, rates, page }} isEditable={canEdit} />
          {(drives.length > 0 || (canEdit && page.program.has('mileage'))) && (
            <TripDrives
              {...{ trip, drives, href, t, format }}
              rates={driven}
              canAdd={canEdit && page.program.has('mileage')}
              isEditable={canEdit}
            />
          )}
          {canEdit && <TripCharges {...{ charges, t, format }} />}
        </div>
        <div className="record-side">
          <section className="panel" aria-labelledby="trip-heading">
            <h2 id="trip-heading">{t('audit.entity.business_trip')}</h2>
            <Facts
              facts={[
                { label: t('business.trip.destinations'), value: trip.destinations },
                { label: t('transaction.purpose'), value: trip.purpose },
                { label: t('allowance.departure'), value: `${format.date(trip.firstDay)}, ${trip.departure}` },
                { label: t('allowance.arrival'), value: `${format.date(trip.lastDay)}, ${trip.arrival}` },
                { label: t('business.trip.owner'), value: trip.ownerName },
                { label: t('transaction.account'), value: trip.accountName }
              ]}
            />
          </section>
        </div>
      </div>
      <ReportOfTrip {...{ trip, report, page }} isEditable={canEdit} />
    </>
  );
});
