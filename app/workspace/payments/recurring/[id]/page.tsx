import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { payableAccount } from '@/lib/money/payments/payable';
import { nextPayment } from '@/lib/money/payments/recurring/next-payment';
import { type RecurringPayment, runsOf, seenRecurring } from '@/lib/money/payments/recurring/recurring';
import { RECURRING_PAYMENT } from '@/lib/money/payments/recurring/states';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { ActionForm } from '../../../ui/action-form';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { failureTexts } from '../../../ui/form-texts';
import { Link } from '../../../ui/link';
import { DoneNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { changeState } from '../actions';
import { RecurringForm } from '../recurring-form';
import { RecurringBadge } from '../state-badge';
import { nextWords } from '../words';

export const generateMetadata = titled('audit.entity.recurring_payment');

type Page = Awaited<ReturnType<typeof signedInFor>>;

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A recurring payment: what comes next, what was done, and how it is changed, paused and stopped (C1.012). */
export default workspacePage(async function RecurringPage({ params, searchParams }: Props) {
  const page = await signedInFor('payments', 'modify', 'bill.pay');
  const { principal, t, format } = page;
  const recurring = await seenRecurring(principal, idOf((await params).id));
  if (!recurring) notFound();
  const { id, state, pays, amount, currency, daysBefore, fromLastFour } = recurring;
  const isOwn = recurring.payerId === principal.userId;
  const account = isOwn && state !== 'stopped' ? await payableAccount(principal, recurring.accountId) : null;
  const next = state === 'active' ? await nextPayment(recurring) : null;
  return (
    <>
      <PageHead
        title={recurring.accountName}
        trail={[{ href: '/workspace/payments', label: t('payment.title') }]}
        detail={
          <>
            <span>{t('audit.entity.recurring_payment')}</span>
            <RecurringBadge state={state} t={t} />
          </>
        }
        actions={<Actions page={page} recurring={recurring} />}
      />
      <DoneNotice query={await searchParams} texts={{ saved: t('recurring.done') }} />
      <section className="panel" aria-labelledby="next-heading">
        <h2 id="next-heading">{t('recurring.next')}</h2>
        <Facts
          facts={[
            ...(state === 'active' ? [{ label: t('recurring.next'), value: nextWords(page, recurring, next) }] : []),
            {
              label: t('payment.pays'),
              value: amount ? format.money(amount, currency) : t(`recurring.pays.${pays}`)
            },
            { label: t('recurring.days'), value: format.number(daysBefore) },
            {
              label: t('payment.from'),
              value: `•••• ${fromLastFour}${recurring.walletAccountId ? '' : ` · ${t('recurring.from.removed')}`}`
            },
            { label: t('payment.payer'), value: recurring.payerName }
          ]}
        />
        {!account && <p className="support muted">{recurring.authorizationText}</p>}
      </section>
      {account && <RecurringForm page={page} account={account} known={recurring} />}
      <Runs page={page} id={id} issuerId={recurring.issuerId} />
    </>
  );
});

/** What the reader may do with it: only its payer lets it go on. */
function Actions({ page: { principal, t }, recurring }: { page: Page; recurring: RecurringPayment }) {
  const { id, state, payerId } = recurring;
  const turn = state === 'active' ? 'pause' : 'resume';
  const mayTurn = RECURRING_PAYMENT.after(state, turn) !== null && (turn === 'pause' || payerId === principal.userId);
  return (
    <>
      {mayTurn && (
        <ActionForm action={changeState} hidden={{ id, event: turn }} texts={failureTexts(t)}>
          <button type="submit">{t(`recurring.${turn}`)}</button>
        </ActionForm>
      )}
      {RECURRING_PAYMENT.after(state, 'stop') !== null && (
        <Confirm
          label={t('recurring.stop')}
          question={t('recurring.stop.question')}
          confirmLabel={t('recurring.stop')}
          action={changeState}
          hidden={{ id, event: 'stop' }}
        />
      )}
    </>
  );
}

async function Runs({ page: { t, format }, ...of }: { page: Page; id: string; issuerId: string }) {
  const runs = await runsOf(of);
  if (runs.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="runs-heading">
      <h2 id="runs-heading">{t('recurring.runs')}</h2>
      <ul>
        {runs.map(({ closedOn, outcome, reason, paymentId }) => (
          <li key={closedOn}>
            {format.date(closedOn)} ·{' '}
            {paymentId ? (
              <Link href={`/workspace/payments/${paymentId}`}>{t('recurring.outcome.made')}</Link>
            ) : (
              t(`recurring.outcome.${outcome}`)
            )}
            {reason && ` · ${t(`recurring.reason.${reason}`)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
