import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { edit } from '../../actions';
import { headFields } from '../../fields';
import { ownTripPage } from '../../trip-page';

export const generateMetadata = titled('business.trip.edit');

/** The head of the reader's own trip, as long as it has no report (C1.039). */
export default workspacePage(async function EditTripPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, trip, href, trail } = await ownTripPage(params);
  const { t } = page;
  const { id, accountId, name, destinations, purpose, firstDay, departure, lastDay, arrival, version } = trip;
  return (
    <>
      <PageHead title={t('business.trip.edit')} trail={trail} />
      <section className="panel">
        <RecordForm
          action={edit}
          fields={headFields(t, null)}
          values={{ name, destinations, purpose, firstDay, departure, lastDay, arrival }}
          hidden={{ id, accountId }}
          version={version}
          submitLabel={t('form.save')}
          cancelHref={href}
        />
      </section>
    </>
  );
});
