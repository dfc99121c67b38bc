import { issuerChoices } from '@/lib/directory/structure/issuers';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { saveGroup } from '../../actions';
import { issuerGroupFields } from '../../issuer-fields';

export const generateMetadata = titled('issuer.title');

/** A new group of issuers. */
export default workspacePage(async function NewIssuerGroupPage() {
  const { principal, t } = await signedInFor('system', 'modify');
  return (
    <>
      <PageHead title={t('issuer.group.new')} trail={[{ href: '/workspace/issuers', label: t('issuer.title') }]} />
      <section className="panel">
        <RecordForm
          action={saveGroup}
          fields={issuerGroupFields(t, await issuerChoices(principal))}
          submitLabel={t('issuer.group.create')}
          cancelHref="/workspace/issuers"
        />
      </section>
    </>
  );
});
