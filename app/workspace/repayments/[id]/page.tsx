import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Repayment, seenRepayment } from '@/lib/money/expenses/repayments/repayments';
import { REPAYMENT } from '@/lib/money/expenses/repayments/states';
import { reasonOf } from '@/lib/money/rails/return-codes';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { change } from '../actions';
import { RepaymentBadge } from '../state-badge';

export const generateMetadata = titled('audit.entity.repayment');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A repayment: what was paid to which account and when, why it came back, and what an administrator can do then. */
export default workspacePage(async function RepaymentPage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('repayments', 'view', 'expense.reports');
  const repayment = await seenRepayment(principal, idOf((await params).id));
  if (!repayment) notFound();
  const { reference, reportId, reportTitle, owner, direction, amount, own, personal, advance, currency, state } =
    repayment;
  const { lastFour, madeAt, endedAt, returnCode, authorizationText, agreedAt } = repayment;
  return (
    <>
      <PageHead
        title={format.money(amount, currency)}
        trail={[{ href: '/workspace/repayments', label: t('listing.repayments') }]}
        detail={
          <>
            <span>{reference}</span>
            <RepaymentBadge state={state} t={t} />
          </>
        }
        actions={
          may(principal, 'repayments', 'modify') ? (
            <Changes repayment={repayment} t={t} />
          ) : (
            state === 'returned' && (
              <Link className="button primary" href="/workspace/repayments">
                {t('repayment.mine')}
              </Link>
            )
          )
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{ retry: t('repayment.done.retry'), cancel: t('repayment.done.cancel') }}
      />
      <section className="panel" aria-label={t('audit.entity.repayment')}>
        <Facts
          facts={[
            { label: t('expense.report.owner'), value: owner },
            {
              label: t('audit.entity.expense_report'),
              value: <Link href={`/workspace/expense-reports/${reportId}`}>{reportTitle}</Link>
            },
            { label: t('repayment.direction'), value: t(`repayment.direction.${direction}`) },
            { label: t('audit.entity.wallet_account'), value: `•••• ${lastFour}` },
            { label: t('expense.report.own.total'), value: format.money(own, currency) },
            { label: t('expense.report.personal.total'), value: format.money(personal, currency) },
            ...(advance === '0'
              ? []
              : [{ label: t('expense.report.advance.total'), value: format.money(advance, currency) }]),
            { label: t('expense.report.created'), value: format.dateTime(madeAt) },
            ...(endedAt ? [{ label: t('repayment.ended.at'), value: format.dateTime(endedAt) }] : []),
            ...(returnCode
              ? [
                  {
                    label: t('payment.reason'),
                    value: `${t(`payment.reason.${reasonOf(returnCode)}`)} (${returnCode})`
                  }
                ]
              : []),
            ...(authorizationText && agreedAt
              ? [{ label: t('repayment.authorized'), value: `${authorizationText} ${format.dateTime(agreedAt)}` }]
              : [])
          ]}
        />
      </section>
    </>
  );
});

/** What can be done in its state. */
const Changes = ({ repayment: { id, version, state }, t }: { repayment: Repayment; t: Translate }) =>
  (['cancel', 'retry'] as const)
    .filter((event) => REPAYMENT.after(state, event) !== null)
    .map((event) => (
      <Confirm
        key={event}
        label={t(`repayment.${event}`)}
        question={t(`repayment.${event}.question`)}
        explanation={t(`repayment.${event}.explanation`)}
        confirmLabel={t(`repayment.${event}`)}
        action={change}
        hidden={{ id, version, event }}
        danger={event === 'cancel'}
        isMain={event === 'retry'}
      />
    ));
