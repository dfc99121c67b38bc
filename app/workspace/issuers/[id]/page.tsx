import { notFound } from 'next/navigation';
import { languageTag } from '@/lib/core/language/locales';
import { isId } from '@/lib/core/secrets/ids';
import { brandChoices, seenIssuer } from '@/lib/directory/structure/issuers';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { saveIssuer } from '../actions';
import { issuerFields } from '../issuer-fields';

export const generateMetadata = titled('issuer.title');

/** Edits an issuer. */
export default workspacePage(async function IssuerPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, locale } = await signedInFor('system', 'modify');
  const { id } = await params;
  const issuer = isId(id) ? await seenIssuer(principal, id) : null;
  if (!issuer) notFound();
  return (
    <>
      <PageHead
        title={t('structure.change.title', { name: issuer.name1 })}
        trail={[{ href: '/workspace/issuers', label: t('issuer.title') }]}
      />
      <section className="panel">
        <RecordForm
          action={saveIssuer}
          fields={issuerFields(t, languageTag(locale), await brandChoices(principal))}
          values={{ ...issuer }}
          version={issuer.version}
          submitLabel={t('form.save')}
          cancelHref={`/workspace/structure/${id}`}
          hidden={{ id }}
        />
      </section>
    </>
  );
});
