import { notFound } from 'next/navigation';
import { linesOf } from '@/lib/money/purchasing/details';
import { invoicesOf } from '@/lib/money/purchasing/invoices';
import { offerForChange } from '@/lib/money/purchasing/offer-for-change';
import { numberOf, seenRequest } from '@/lib/money/purchasing/requests';
import { PURCHASE_REQUEST } from '@/lib/money/purchasing/states';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { change } from '../../actions';
import { requestFields, requestValues } from '../../fields';
import { LIST, requestHref } from '../../shown';

export const generateMetadata = titled('purchase.title');

/** The form of one's own request, which says what a change leads to (C4.009D). */
export default workspacePage(async function EditRequestPage({ params }: { params: Promise<{ id: string }> }) {
  const page = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const { principal, t } = page;
  const request = await seenRequest(principal, idOf((await params).id));
  const isOpen = request && (request.state === 'draft' || PURCHASE_REQUEST.after(request.state, 'edit') !== null);
  if (!isOpen || request.requesterId !== principal.userId) notFound();
  const [offer, lines, invoices] = await Promise.all([offerForChange(request), linesOf(request), invoicesOf(request)]);
  return (
    <>
      <PageHead
        title={numberOf(request)}
        trail={[
          { href: LIST, label: t('purchase.title') },
          { href: requestHref(request.id), label: numberOf(request) }
        ]}
        detail={request.terms.template.name}
      />
      {request.state === 'approved' && <Notice kind="hint">{t('purchase.edit.approved')}</Notice>}
      {offer ? (
        <section className="panel" aria-label={t('purchase.lines')}>
          <RecordForm
            action={change}
            fields={requestFields(page, offer, lines.length, request)}
            values={requestValues(request, lines, invoices)}
            version={request.version}
            hidden={{ id: request.id }}
            submitLabel={t('purchase.save')}
            cancelHref={requestHref(request.id)}
          />
        </section>
      ) : (
        <Notice kind="problem">{t('purchase.template.unknown')}</Notice>
      )}
    </>
  );
});
