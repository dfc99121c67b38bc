import { languageTag } from '@/lib/core/language/locales';
import { brandChoices } from '@/lib/directory/structure/issuers';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { saveIssuer } from '../actions';
import { issuerFields } from '../issuer-fields';

export const generateMetadata = titled('issuer.title');

/** A new issuer, the root of a structure of its own. */
export default workspacePage(async function NewIssuerPage() {
  const { principal, t, locale } = await signedInFor('system', 'modify');
  return (
    <>
      <PageHead title={t('issuer.new')} trail={[{ href: '/workspace/issuers', label: t('issuer.title') }]} />
      <section className="panel">
        <RecordForm
          action={saveIssuer}
          fields={issuerFields(t, languageTag(locale), await brandChoices(principal))}
          values={{ timeZone: 'UTC', baseCurrency: 'USD' }}
          submitLabel={t('issuer.create')}
          cancelHref="/workspace/issuers"
        />
      </section>
    </>
  );
});
