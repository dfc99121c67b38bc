import type { Translate } from '@/lib/core/language/texts';
import type { Drive } from '@/lib/money/business-trips/contents';
import type { BusinessTrip } from '@/lib/money/business-trips/trips';
import { type MileageRate, rateOn } from '@/lib/money/mileage/trip-amount';
import { ActionForm } from '../ui/action-form';
import { formTextsOf } from '../ui/form-texts';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';
import { Table } from '../ui/table';
import { dropDrive } from './actions';

interface Props {
  trip: BusinessTrip;
  drives: readonly Drive[];
  rates: readonly MileageRate[];
  href: string;
  canAdd: boolean;
  isEditable: boolean;
  t: Translate;
  format: Formats;
}

/** What was driven on a trip in one's own vehicle; the report pays it by the rates of the company. */
export function TripDrives({ trip, drives, rates, href, canAdd, isEditable, t, format }: Props) {
  return (
    <section className="panel" aria-labelledby="drives-heading">
      <h2 id="drives-heading">{t('business.trip.drives')}</h2>
      {drives.length > 0 && (
        <Table
          named
          columns={[
            { label: t('mileage.route') },
            { label: t('mileage.day') },
            { label: t('mileage.vehicle') },
            { label: t('mileage.distance'), figure: true },
            ...(isEditable ? [{ label: t('setup.delete'), silent: true }] : [])
          ]}
          rows={drives.map((drive) => ({
            key: drive.id,
            cells: [
              drive.route,
              format.date(drive.spentOn),
              drive.vehicle,
              format.distance(drive.distance, rateOn(rates, drive.vehicle, drive.spentOn)?.unit ?? 'kilometer'),
              <ActionForm
                key="drop"
                action={dropDrive}
                texts={formTextsOf(t)}
                hidden={{ id: trip.id, drive: drive.id }}
              >
                <button type="submit" aria-label={t('setup.delete.question', { name: drive.route })}>
                  {t('setup.delete')}
                </button>
              </ActionForm>
            ]
          }))}
        />
      )}
      {canAdd && (
        <p>
          <Link className="button" href={`${href}/mileage`}>
            {t('mileage.add')}
          </Link>
        </p>
      )}
    </section>
  );
}
