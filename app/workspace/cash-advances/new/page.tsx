import { todayIn } from '@/lib/kit/listing/issuer-days';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { enter } from '../actions';
import { advanceFields } from '../fields';

export const generateMetadata = titled('advance.new');

/** Where an administrator enters what a cardholder was given beforehand. */
export default workspacePage(async function NewAdvancePage() {
  const { t, timeZone } = await signedInFor('cash_advances', 'modify', 'expense.reports');
  return (
    <>
      <PageHead
        title={t('advance.new')}
        trail={[{ href: '/workspace/cash-advances', label: t('listing.cash-advances') }]}
        detail={t('advance.none.advice')}
      />
      <section className="panel" aria-label={t('advance.new')}>
        <RecordForm
          action={enter}
          fields={advanceFields(t)}
          values={{ paidOn: todayIn(timeZone) }}
          submitLabel={t('advance.new')}
          cancelHref="/workspace/cash-advances"
        />
      </section>
    </>
  );
});
