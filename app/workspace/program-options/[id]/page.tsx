import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { programOption } from '@/lib/directory/programs/program-options';
import { idOf } from '../../addresses';
import { signedIn, signedInFor } from '../../signed-in';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { changeOption, deleteOption } from '../actions';
import { programOptionFields } from '../fields';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('program.option')} – ${brand.appName}` };
}

/** A program option: what the workspace of its companies offers. */
export default workspacePage(async function ProgramOptionPage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('program_options', 'view');
  const option = await programOption(principal, idOf((await params).id));
  if (!option) notFound();
  const mayChange = may(principal, 'program_options', 'modify');
  return (
    <>
      <PageHead
        title={option.name}
        trail={[{ href: '/workspace/program-options', label: t('program.options') }]}
        detail={
          <>
            {option.isDefault && <Badge>{t('program.option.default')}</Badge>}
            <span>{t(`program.type.${option.programType}`)}</span>
            <span>{t('program.option.companies', { count: option.companies })}</span>
            <span>{option.issuerName}</span>
          </>
        }
        actions={
          mayChange && (
            <Confirm
              label={t('program.option.delete')}
              question={t('program.option.delete.question', { name: option.name })}
              explanation={t('program.option.delete.explanation')}
              confirmLabel={t('program.option.delete.confirm')}
              action={deleteOption}
              hidden={{ id: option.id }}
            />
          )
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{ created: t('program.option.created'), saved: t('program.option.saved') }}
      />
      <section className="panel" aria-label={t('program.option')}>
        {mayChange ? (
          <RecordForm
            action={changeOption}
            fields={programOptionFields(t)}
            values={{ ...option }}
            version={option.version}
            hidden={{ id: option.id }}
            submitLabel={t('form.save')}
            cancelHref="/workspace/program-options"
          />
        ) : (
          <Facts
            facts={[
              { label: t('program.type'), value: t(`program.type.${option.programType}`) },
              {
                label: t('program.option.features'),
                value: option.features.map((feature) => t(`feature.${feature}`)).join(', ')
              }
            ]}
          />
        )}
      </section>
    </>
  );
});
