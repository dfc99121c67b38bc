import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { PROGRAM_FEATURES } from '@/lib/access/policy/program-features';
import { companiesBeforeFirst } from '@/lib/directory/programs/program-options';
import { signedIn, signedInFor } from '../../signed-in';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { createOption } from '../actions';
import { programOptionFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('program.option.new')} – ${brand.appName}` };
}

export default workspacePage(async function NewProgramOptionPage() {
  const { principal, t } = await signedInFor('program_options', 'view');
  if (!may(principal, 'program_options', 'modify')) notFound();
  const beforeFirst = await companiesBeforeFirst(principal);
  return (
    <>
      <PageHead
        title={t('program.option.new')}
        trail={[{ href: '/workspace/program-options', label: t('program.options') }]}
      />
      <section className="panel" aria-label={t('program.option')}>
        <RecordForm
          action={createOption}
          fields={programOptionFields(t, beforeFirst)}
          values={{ features: PROGRAM_FEATURES, isDefault: beforeFirst === null ? '' : 'true' }}
          submitLabel={t('program.option.create')}
          cancelHref="/workspace/program-options"
        />
      </section>
    </>
  );
});
