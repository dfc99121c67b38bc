import { notFound } from 'next/navigation';
import { now } from '@/lib/core/server/clock';
import type { SearchParams } from '@/lib/kit/listing/query';
import { cutoffOf } from '@/lib/money/payments/cutoff';
import { seenPayment } from '@/lib/money/payments/payments';
import { PAYMENT } from '@/lib/money/payments/states';
import { reasonOf } from '@/lib/money/rails/return-codes';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { cancel } from '../actions';
import { PaymentBadge } from '../state-badge';

export const generateMetadata = titled('payment.one');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A payment with its reference, and until when it can be cancelled (C2.035). */
export default workspacePage(async function PaymentPage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('payments', 'modify', 'bill.pay');
  const payment = await seenPayment(principal, idOf((await params).id));
  if (!payment) notFound();
  const { id, issuerId, reference, amount, currency, state, payOn, accountName, payer, madeAt } = payment;
  const until = await cutoffOf(issuerId, payOn);
  const isScheduled = PAYMENT.after(state, 'cancel') !== null;
  const isOpen = isScheduled && now() < until;
  return (
    <>
      <PageHead
        title={format.money(amount, currency)}
        trail={[{ href: '/workspace/payments', label: t('payment.title') }]}
        detail={
          <>
            <span>{reference}</span>
            <PaymentBadge state={state} t={t} />
          </>
        }
        actions={
          isOpen ? (
            <Confirm
              label={t('payment.cancel')}
              question={t('payment.cancel.question')}
              confirmLabel={t('payment.cancel')}
              action={cancel}
              hidden={{ id }}
            />
          ) : (
            state === 'returned' && (
              <Link className="button primary" href={`/workspace/payments/new?account=${payment.accountId}`}>
                {t('payment.make')}
              </Link>
            )
          )
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{ made: t('payment.done.made', { reference }), cancelled: t('payment.done.cancelled') }}
      />
      {isScheduled && !isOpen && <Notice kind="hint">{t('payment.cutoff.passed')}</Notice>}
      <section className="panel" aria-label={t('payment.one')}>
        <Facts
          facts={[
            { label: t('payment.for'), value: accountName },
            { label: t('payment.from'), value: `•••• ${payment.fromLastFour}` },
            { label: t('payment.pay.on'), value: format.date(payOn) },
            ...(isOpen ? [{ label: t('payment.cancel.until'), value: format.dateTime(until) }] : []),
            ...(payment.statementId
              ? [
                  {
                    label: t('statement.one'),
                    value: <Link href={`/workspace/statements/${payment.statementId}`}>{t('statement.open')}</Link>
                  }
                ]
              : []),
            { label: t('payment.payer'), value: payer },
            { label: t('payment.made.at'), value: format.dateTime(madeAt) },
            ...(payment.endedAt
              ? [{ label: t(`payment.state.${state}`), value: format.dateTime(payment.endedAt) }]
              : []),
            ...(payment.returnCode
              ? [
                  {
                    label: t('payment.reason'),
                    value: `${t(`payment.reason.${reasonOf(payment.returnCode)}`)} (${payment.returnCode})`
                  }
                ]
              : [])
          ]}
        />
        <h2>{t('payment.agreed')}</h2>
        <p>{payment.authorizationText}</p>
      </section>
    </>
  );
});
