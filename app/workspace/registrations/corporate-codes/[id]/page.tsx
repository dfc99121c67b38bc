import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findCompanyCode } from '@/lib/directory/registration/corporate-code';
import { idOf } from '../../../addresses';
import { signedIn, signedInFor } from '../../../signed-in';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { saveCode } from './actions';
import { codeFields } from './fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('registration.corporate.code.label')} – ${brand.appName}` };
}

/** The corporate code of a company. */
export default workspacePage(async function CorporateCodePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInFor('registrations', 'modify');
  const company = await findCompanyCode(principal, idOf((await params).id));
  if (!company) notFound();
  return (
    <>
      <PageHead
        title={t('registration.corporate.code.label')}
        trail={[{ href: '/workspace/registrations/corporate-codes', label: t('corporate.codes.title') }]}
        detail={`${company.name} (${company.number})`}
      />
      <div className="panel">
        <p>{t('corporate.code.explanation')}</p>
        <RecordForm
          action={saveCode}
          fields={codeFields(t, company.setAt !== null)}
          hidden={{ id: company.id }}
          submitLabel={t('save.button')}
          cancelHref="/workspace/registrations/corporate-codes"
        />
      </div>
    </>
  );
});
