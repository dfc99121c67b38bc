import { notFound } from 'next/navigation';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { ActiveGroup } from '@/lib/money/purchasing/groups/active-group';
import { idOf } from '../../addresses';
import { titled } from '../../titled';
import { Cards } from '../../ui/cards';
import { Empty } from '../../ui/empty';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { create } from '../actions';
import { requestFields } from '../fields';
import { offerForReader, templatesForReader } from '../offered';
import { LIST } from '../shown';
import { WhatItMayDo } from '../what-it-may-do';

export const generateMetadata = titled('purchase.new');

/** A new request: first its template, then what the template asks for (C1.026). */
export default workspacePage(async function NewRequestPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { template } = await searchParams;
  return typeof template === 'string' ? <RequestForm templateId={idOf(template)} /> : <TemplateChoice />;
});

async function TemplateChoice() {
  const { page, group, templates } = await templatesForReader();
  const { t } = page;
  return (
    <>
      <PageHead title={t('purchase.new')} trail={[{ href: LIST, label: t('purchase.title') }]} detail={group?.name} />
      {group ? <Instructions group={group} /> : <NoGroup t={t} />}
      {group && templates.length === 0 && <Notice kind="hint">{t('purchase.templates.none')}</Notice>}
      {templates.length > 0 && (
        <>
          <h2>{t('purchase.new.choose')}</h2>
          <Cards
            cards={templates.map(({ id, name, type, currency }) => ({
              href: `${LIST}/new?template=${id}`,
              name,
              detail: `${type} · ${currency}`
            }))}
          />
        </>
      )}
    </>
  );
}

async function RequestForm({ templateId }: { templateId: string }) {
  const { page, group, offer } = await offerForReader(templateId);
  const { t } = page;
  if (!group)
    return (
      <>
        <PageHead title={t('purchase.new')} trail={[{ href: LIST, label: t('purchase.title') }]} />
        <NoGroup t={t} />
      </>
    );
  if (!offer) notFound();
  const [supplier] = offer.suppliers;
  return (
    <>
      <PageHead
        title={offer.template.name}
        trail={[
          { href: LIST, label: t('purchase.title') },
          { href: `${LIST}/new`, label: t('purchase.new') }
        ]}
        detail={`${offer.type.name} · ${group.name}`}
      />
      <Instructions group={group} />
      <WhatItMayDo reader={page} terms={{ ...offer, supplier: offer.isFixed ? (supplier ?? null) : null }} />
      <section className="panel" aria-label={t('purchase.lines')}>
        <RecordForm
          action={create}
          fields={requestFields(page, offer, 0)}
          values={{
            ...(offer.isFixed && { supplierId: supplier?.id }),
            ...(offer.realCards.length === 1 && { realCardId: offer.realCards[0]?.id })
          }}
          hidden={{ template: templateId }}
          submitLabel={t('purchase.save')}
          cancelHref={LIST}
        />
      </section>
    </>
  );
}

/** Without a group nobody requests (C6.029). */
const NoGroup = ({ t }: { t: Translate }) => (
  <Empty title={t('purchase.group.needed')}>
    <p>{t('purchase.group.needed.advice')}</p>
  </Empty>
);

/** What a group's users read when they request. */
const Instructions = ({ group }: { group: ActiveGroup }) =>
  group.instructions && <Notice kind="hint">{group.instructions}</Notice>;
