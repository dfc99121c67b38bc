import { notFound } from 'next/navigation';
import { TripForm } from '../../../expense-reports/trip-form';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { putDrive } from '../../actions';
import { ownTripPage } from '../../trip-page';

export const generateMetadata = titled('mileage.add');

/** What was driven on a trip in one's own vehicle (C1.039). */
export default workspacePage(async function DrivePage({ params }: { params: Promise<{ id: string }> }) {
  const { page, trip, href, trail } = await ownTripPage(params);
  if (!page.program.has('mileage')) notFound();
  return (
    <>
      <PageHead title={page.t('mileage.add')} trail={trail} />
      <TripForm report={trip} today={trip.firstDay} action={putDrive} {...{ page, href }} />
    </>
  );
});
