import { notFound } from 'next/navigation';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import { titled } from '../../../../titled';
import { PageHead } from '../../../../ui/page-head';
import { workspacePage } from '../../../../workspace-page';
import { ownReportPage } from '../../../report-page';
import { TripForm } from '../../../trip-form';

export const generateMetadata = titled('mileage.add');

/** A new trip, paid by its distance (C1.003). */
export default workspacePage(async function NewTripPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, report, href, trail } = await ownReportPage(params);
  if (!page.program.has('mileage')) notFound();
  return (
    <>
      <PageHead title={page.t('mileage.add')} trail={trail} />
      <TripForm {...{ report, page, href }} today={todayIn(page.timeZone)} />
    </>
  );
});
