import type { Translate } from '@/lib/core/language/texts';
import { DAYS_AROUND } from '@/lib/money/business-trips/report-trip';
import type { OfferedCharge } from '@/lib/money/transactions/on-reports';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  charges: readonly OfferedCharge[];
  t: Translate;
  format: Formats;
}

/** The open card charges that the report will take. */
export function TripCharges({ charges, t, format }: Props) {
  return (
    <section className="panel" aria-labelledby="charges-heading">
      <h2 id="charges-heading">{t('business.trip.charges')}</h2>
      <p className="muted">
        {t(charges.length > 0 ? 'business.trip.charges.hint' : 'business.trip.charges.none', { count: DAYS_AROUND })}
      </p>
      {charges.length > 0 && (
        <Table
          named
          columns={[
            { label: t('transaction.merchant') },
            { label: t('transaction.date') },
            { label: t('transaction.billed.amount'), figure: true }
          ]}
          rows={charges.map((one) => ({
            key: one.id,
            cells: [
              one.merchantName ?? t('transaction.one'),
              format.date(one.transactionDate),
              format.money(one.billedAmount, one.billedCurrency)
            ]
          }))}
        />
      )}
    </section>
  );
}
