import { notFound } from 'next/navigation';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Copied, copied } from '@/lib/money/purchasing/copied';
import { linesOf } from '@/lib/money/purchasing/details';
import type { ActiveGroup } from '@/lib/money/purchasing/groups/active-group';
import { numberOf, type PurchaseRequest, seenRequest } from '@/lib/money/purchasing/requests';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Cards } from '../../ui/cards';
import { Empty } from '../../ui/empty';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { create } from '../actions';
import { requestFields, requestValues } from '../fields';
import { offerForReader, templatesForReader } from '../offered';
import { LIST } from '../shown';
import { WhatItMayDo } from '../what-it-may-do';

export const generateMetadata = titled('purchase.new');

/** A new request: first its template, then what the template asks for (C1.026). */
export default workspacePage(async function NewRequestPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { template, copy } = await searchParams;
  if (typeof copy === 'string') return <RequestCopy id={idOf(copy)} />;
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

/** A new request that begins with what another one says. */
async function RequestCopy({ id }: { id: string }) {
  const page = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const request = await seenRequest(page.principal, id);
  if (!request) notFound();
  return <RequestForm templateId={request.terms.template.id} from={request} />;
}

async function RequestForm({ templateId, from }: { templateId: string; from?: PurchaseRequest }) {
  const { page, group, offer } = await offerForReader(templateId);
  const { t } = page;
  if (!group)
    return (
      <>
        <PageHead title={t('purchase.new')} trail={[{ href: LIST, label: t('purchase.title') }]} />
        <NoGroup t={t} />
      </>
    );
  if (!offer && from)
    return (
      <>
        <PageHead
          title={t('purchase.copy.of', { number: numberOf(from) })}
          trail={[{ href: LIST, label: t('purchase.title') }]}
        />
        <Notice kind="problem">{t('purchase.template.unknown')}</Notice>
      </>
    );
  if (!offer) notFound();
  const copy = from && copied(from, await linesOf(from), offer, page.principal);
  const [supplier] = offer.suppliers;
  return (
    <>
      <PageHead
        title={from ? t('purchase.copy.of', { number: numberOf(from) }) : offer.template.name}
        trail={[
          { href: LIST, label: t('purchase.title') },
          { href: `${LIST}/new`, label: t('purchase.new') }
        ]}
        detail={`${offer.type.name} · ${group.name}`}
      />
      <Instructions group={group} />
      {copy && <CopyNotice t={t} copy={copy} />}
      <WhatItMayDo reader={page} terms={{ ...offer, supplier: offer.isFixed ? (supplier ?? null) : null }} />
      <section className="panel" aria-label={t('purchase.lines')}>
        <RecordForm
          action={create}
          fields={requestFields(page, offer, copy?.lines.length ?? 0, {
            groupId: group.id,
            behalfOf: copy?.request.behalfOf ?? null
          })}
          values={{
            ...(copy && requestValues(copy.request, copy.lines)),
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

/** What a copy doesn't have of its request. */
const CopyNotice = ({ t, copy: { left } }: { t: Translate; copy: Copied }) => (
  <Notice kind="hint">
    <p>{t('purchase.copy.hint')}</p>
    {left.length > 0 && (
      <p>
        {t('purchase.copy.left', {
          names: left.map((one) => (typeof one === 'string' ? t(LEFT[one]) : one.field)).join(', ')
        })}
      </p>
    )}
  </Notice>
);

const LEFT = {
  supplier: 'setup.entity.supplier.one',
  card: 'purchase.card.alias',
  line: 'purchase.lines'
} as const satisfies Record<string, TextKey>;

/** Without a group nobody requests (C6.029). */
const NoGroup = ({ t }: { t: Translate }) => (
  <Empty title={t('purchase.group.needed')}>
    <p>{t('purchase.group.needed.advice')}</p>
  </Empty>
);

/** What a group's users read when they request. */
const Instructions = ({ group }: { group: ActiveGroup }) =>
  group.instructions && <Notice kind="hint">{group.instructions}</Notice>;
