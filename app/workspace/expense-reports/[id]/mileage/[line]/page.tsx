import { notFound } from 'next/navigation';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import { linesOf } from '@/lib/money/expenses/lines';
import { tripFormula } from '@/lib/money/mileage/trip-formula';
import { idOf } from '../../../../addresses';
import { Attachments } from '../../../../attachments/attachments';
import { titled } from '../../../../titled';
import { Facts } from '../../../../ui/facts';
import { PageHead } from '../../../../ui/page-head';
import { workspacePage } from '../../../../workspace-page';
import { isEditable, reportPage } from '../../../report-page';
import { TripForm } from '../../../trip-form';

export const generateMetadata = titled('mileage.one');

/** A trip with how its amount was worked out, and with its receipts. */
export default workspacePage(async function TripPage({ params }: { params: Promise<{ id: string; line: string }> }) {
  const { page, report, href, trail } = await reportPage(params);
  const { t, format, principal } = page;
  const id = idOf((await params).line);
  const line = (await linesOf(report)).find((one) => one.id === id);
  if (!line?.trip) notFound();
  const { trip, amount } = line;
  return (
    <>
      <PageHead
        title={line.merchant ?? t('mileage.one')}
        trail={trail}
        detail={tripFormula(trip, amount, report.currency, format)}
      />
      {isEditable(report, principal) && page.program.has('mileage') ? (
        <TripForm {...{ report, line, page, href }} today={todayIn(page.timeZone)} />
      ) : (
        <section className="panel">
          <Facts
            facts={[
              { label: t('mileage.day'), value: format.date(line.day) },
              { label: t('mileage.vehicle'), value: trip.vehicle },
              { label: t('mileage.distance'), value: format.distance(trip.distance, trip.unit) },
              ...(trip.odometerStart !== null && trip.odometerEnd !== null
                ? [
                    { label: t('mileage.odometer.start'), value: format.distance(trip.odometerStart, trip.unit) },
                    { label: t('mileage.odometer.end'), value: format.distance(trip.odometerEnd, trip.unit) }
                  ]
                : []),
              { label: t('expense.own.type'), value: line.expenseType },
              { label: t('transaction.purpose'), value: line.description }
            ]}
          />
        </section>
      )}
      <Attachments to={{ entity: 'expense_line', id }} />
    </>
  );
});
