import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { isProcessorSimulated } from '@/lib/money/processor/simulated';
import { approvalOf } from '@/lib/money/purchasing/approvable';
import { answersOf } from '@/lib/money/purchasing/authorizations/activity';
import { customizationOf } from '@/lib/money/purchasing/customization';
import { cardOf, decisionsOf, linesOf } from '@/lib/money/purchasing/details';
import { invoicesOf } from '@/lib/money/purchasing/invoices';
import { placeOfRequests } from '@/lib/money/purchasing/place-of-requests';
import { numberOf, type PurchaseRequest, seenRequest } from '@/lib/money/purchasing/requests';
import { mayShowCard, proofAsked } from '@/lib/money/purchasing/show-card';
import { PURCHASE_REQUEST } from '@/lib/money/purchasing/states';
import { isLinkable } from '@/lib/money/suppliers/links/linkable-request';
import { linkOf } from '@/lib/money/suppliers/links/links';
import { hasPassphrase } from '@/lib/money/suppliers/links/passphrase';
import { paymentOf } from '@/lib/money/suppliers/payments';
import { idOf } from '../../addresses';
import { Attachments } from '../../attachments/attachments';
import { Comments } from '../../comments/comments';
import { signedIn, signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { formTextsOf } from '../../ui/form-texts';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { approve, cancel, decline, submit } from '../actions';
import { commentField } from '../fields';
import { LIST, requestHref, StateBadge } from '../shown';
import { WhatItMayDo } from '../what-it-may-do';
import { Answers } from './answers';
import { Card } from './card';
import { Decisions } from './decisions';
import { About, Invoices, Lines } from './parts';
import { Payment } from './payment';
import { SupplierPanel } from './supplier-link';

export const generateMetadata = titled('purchase.title');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** A purchase request: what was asked for, what its card may do, and what its reader can do next (C2.020). */
export default workspacePage(async function RequestPage({ params, searchParams }: Props) {
  const page = await signedInFor('purchase_requests', 'view', 'purchasing');
  const { t, format } = page;
  const request = await seenRequest(page.principal, idOf((await params).id));
  if (!request) notFound();
  const [lines, invoices, decisions, card, customization, payment, answers, link, isAgreed, query] = await Promise.all([
    linesOf(request),
    invoicesOf(request),
    decisionsOf(request),
    cardOf(request),
    customizationOf(request),
    paymentOf(request),
    answersOf(page.principal, request),
    linkOf(request),
    hasPassphrase(request.issuerId, request.terms.supplier.id),
    searchParams
  ]);
  const done = (
    ['saved', 'submitted', 'declined', 'cancelled', 'charged', 'settled', 'informed', 'retried'] as const
  ).map((what) => [what, t(`purchase.done.${what}`)]);
  // A processor outside has only been asked for the card.
  const approved = card && !card.lastFour ? t('purchase.state.approved') : t('purchase.done.approved');
  const isActive = request.state === 'approved' && card?.state === 'active' && card.lastFour !== null;
  const proof = isActive && mayShowCard(page.principal, request) ? await proofAsked((await signedIn()).actor) : null;
  const isDesk = isProcessorSimulated() && card?.processor === 'simulated' && isOwn(page, request);
  return (
    <>
      <PageHead
        title={numberOf(request)}
        trail={[{ href: LIST, label: t('purchase.title') }]}
        detail={
          <>
            <StateBadge t={t} state={request.state} /> {request.terms.supplier.name} ·{' '}
            {format.money(request.purchaseLimit, request.currency)}
          </>
        }
        actions={<Acts page={page} request={request} hasCard={Boolean(card?.lastFour)} />}
      />
      <DoneNotice query={query} texts={{ ...Object.fromEntries(done), approved }} />
      <div className="record-columns">
        <div className="record-main">
          <About reader={page} request={request} />
          <Lines reader={page} request={request} lines={lines} />
          {invoices.length > 0 && <Invoices reader={page} request={request} invoices={invoices} />}
          {card ? (
            <Card {...{ request, card, customization, query, proof, isDesk }} reader={page} />
          ) : (
            <WhatItMayDo reader={page} terms={request.terms} />
          )}
          <Comments on={{ entity: 'purchase_request', id: request.id }} />
        </div>
        <div className="record-side">
          <NextStep page={page} request={request} />
          <Attachments to={{ entity: 'purchase_request', id: request.id }} />
          {card && isLinkable(request) && (
            <SupplierPanel
              {...{ request, link }}
              reader={page}
              hasPassphrase={isAgreed}
              isBuyer={isOwn(page, request) && card.state === 'active' && card.lastFour !== null}
            />
          )}
          {payment && (
            <Payment
              {...{ request, payment }}
              reader={page}
              isBuyer={isOwn(page, request) && card?.state === 'active'}
            />
          )}
          {card && answers && <Answers {...{ request, card, answers, isDesk }} reader={page} />}
          {decisions.length > 0 && <Decisions reader={page} decisions={decisions} />}
        </div>
      </div>
    </>
  );
});

const isOwn = ({ principal }: Page, { requesterId }: PurchaseRequest) =>
  requesterId === principal.userId && may(principal, 'purchase_requests', 'modify');

/** What its requester can do with it; others can copy it. */
function Acts({ page, request, hasCard }: { page: Page; request: PurchaseRequest; hasCard: boolean }) {
  const { t, principal } = page;
  const { id, state, version } = request;
  const copy = { id: 'copy', label: t('purchase.copy'), href: `${LIST}/new?copy=${id}` };
  const mayCopy = may(principal, 'purchase_requests', 'modify') && placeOfRequests(principal) !== null;
  if (!isOwn(page, request)) return mayCopy ? <RecordActions actions={[copy]} /> : null;
  const number = numberOf(request);
  const canCancel = PURCHASE_REQUEST.after(state, 'cancel') !== null;
  const canEdit = state === 'draft' || PURCHASE_REQUEST.after(state, 'edit') !== null;
  return (
    <RecordActions
      actions={[
        ...(canEdit ? [{ id: 'edit', label: t('structure.change'), href: `${requestHref(id)}/edit` }] : []),
        ...(mayCopy ? [copy] : []),
        ...(canCancel && hasCard
          ? [{ id: 'cancel', label: t('purchase.cancel'), href: `${requestHref(id)}/cancel` }]
          : []),
        ...(canCancel && !hasCard
          ? [
              {
                id: 'cancel',
                label: t('purchase.cancel'),
                confirm: {
                  question: t('purchase.cancel.question', { number }),
                  confirmLabel: t('purchase.cancel'),
                  action: cancel,
                  hidden: { id, version },
                  danger: true
                }
              }
            ]
          : [])
      ]}
    />
  );
}

/** What the request waits for, for whoever can do it: its requester submits it, an approver decides. */
async function NextStep({ page, request }: { page: Page; request: PurchaseRequest }) {
  const { t, principal } = page;
  const { id, state, version } = request;
  if (state === 'draft' && isOwn(page, request))
    return (
      <section className="panel" aria-labelledby="submit-heading">
        <h2 id="submit-heading">{t('purchase.submit')}</h2>
        <p>{t('purchase.submit.explanation')}</p>
        <ActionForm action={submit} texts={formTextsOf(t)} hidden={{ id, version: String(version) }}>
          <button type="submit" className="primary">
            {t('purchase.submit')}
          </button>
        </ActionForm>
      </section>
    );
  if (state !== 'pending' || !may(principal, 'approvals', 'approve')) return null;
  const approval = await approvalOf(principal, request);
  if (!approval.ok) return <p className="message message-hint">{t(approval.refusal.code, approval.refusal.params)}</p>;
  return (
    <>
      <section className="panel" aria-labelledby="approve-heading">
        <h2 id="approve-heading">{t('transaction.event.approve')}</h2>
        {approval.value && <p>{t('transaction.approve.behalf', { name: approval.value.name })}</p>}
        <RecordForm
          id="approve"
          action={approve}
          fields={[commentField(t, false)]}
          hidden={{ id }}
          version={version}
          submitLabel={t('transaction.event.approve')}
        />
      </section>
      <section className="panel" aria-labelledby="decline-heading">
        <h2 id="decline-heading">{t('purchase.decline')}</h2>
        <RecordForm
          id="decline"
          action={decline}
          fields={[commentField(t, true)]}
          hidden={{ id }}
          version={version}
          submitLabel={t('purchase.decline')}
          minor
        />
      </section>
    </>
  );
}
