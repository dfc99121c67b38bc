import type { Metadata } from 'next';
import { currentMaintenance } from '@/lib/access/maintenance/maintenance';
import { signedIn, signedInFor } from '../signed-in';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { RecordForm } from '../ui/record-form';
import { workspacePage } from '../workspace-page';
import { begin, end } from './actions';
import { maintenanceFields } from './fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('maintenance.title')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Turns maintenance on, which locks out everybody except system administrators, and off again. */
export default workspacePage(async function MaintenancePage({ searchParams }: Props) {
  const { t } = await signedInFor('system', 'modify');
  const maintenance = await currentMaintenance();
  return (
    <>
      <PageHead title={t('maintenance.title')} />
      <DoneNotice query={await searchParams} texts={{ begun: t('maintenance.begun'), ended: t('maintenance.ended') }} />
      {maintenance && <RecordForm id="end" action={end} fields={[]} submitLabel={t('maintenance.end')} />}
      <section className="panel">
        <p>{t('maintenance.intro')}</p>
        <RecordForm
          action={begin}
          fields={maintenanceFields(t)}
          submitLabel={t(maintenance ? 'maintenance.update' : 'maintenance.begin')}
        />
      </section>
    </>
  );
});
