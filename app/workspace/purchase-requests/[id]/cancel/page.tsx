import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { cardOf } from '@/lib/money/purchasing/details';
import { numberOf, seenRequest } from '@/lib/money/purchasing/requests';
import { PURCHASE_REQUEST } from '@/lib/money/purchasing/states';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { closeCard } from '../../actions';
import { closingFields } from '../../fields';
import { LIST, requestHref } from '../../shown';

export const generateMetadata = titled('purchase.cancel');

/** Cancels a request that has a card, which is closed for good: its last four digits say that it is the one meant. */
export default workspacePage(async function CancelPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const request = await seenRequest(principal, idOf((await params).id));
  const isOwn = request?.requesterId === principal.userId && may(principal, 'purchase_requests', 'modify');
  const isPossible = request && isOwn && PURCHASE_REQUEST.after(request.state, 'cancel') !== null;
  if (!isPossible || !(await cardOf(request))?.lastFour) notFound();
  const href = requestHref(request.id);
  const trail = [
    { href: LIST, label: t('purchase.title') },
    { href, label: numberOf(request) }
  ];
  return (
    <>
      <PageHead title={t('purchase.cancel')} trail={trail} />
      <section className="panel">
        <p>{t('purchase.cancel.explanation')}</p>
        <RecordForm
          action={closeCard}
          fields={closingFields(t)}
          hidden={{ id: request.id }}
          version={request.version}
          submitLabel={t('purchase.cancel')}
          cancelHref={href}
        />
      </section>
    </>
  );
});
