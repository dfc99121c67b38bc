import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type CashAdvance, seenAdvance, usesOf } from '@/lib/money/expenses/advances/advances';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { close } from '../actions';
import { AdvanceBadge } from '../state-badge';

export const generateMetadata = titled('audit.entity.cash_advance');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A cash advance: what is left of it, which reports are set against it, and the way to close it. */
export default workspacePage(async function AdvancePage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('cash_advances', 'view', 'expense.reports');
  const advance = await seenAdvance(principal, idOf((await params).id));
  if (!advance) notFound();
  const uses = await usesOf(principal, advance);
  const { ownerName, paidOn, purpose, currency, amount, settled, returned, open, state } = advance;
  return (
    <>
      <PageHead
        title={ownerName}
        trail={[{ href: '/workspace/cash-advances', label: t('listing.cash-advances') }]}
        detail={
          <>
            <AdvanceBadge state={state} t={t} />
            <span>{purpose}</span>
          </>
        }
        actions={may(principal, 'cash_advances', 'modify') && state === 'open' && <Closing advance={advance} t={t} />}
      />
      <DoneNotice
        query={await searchParams}
        texts={{ entered: t('advance.done.entered'), closed: t('advance.done.closed') }}
      />
      <section className="panel" aria-label={t('audit.entity.cash_advance')}>
        <Facts
          facts={[
            { label: t('advance.open'), value: format.money(open, currency) },
            { label: t('advance.amount'), value: format.money(amount, currency) },
            { label: t('advance.settled'), value: format.money(settled, currency) },
            ...(advance.closedAt
              ? [
                  { label: t('advance.returned'), value: format.money(returned, currency) },
                  { label: t('repayment.ended.at'), value: format.dateTime(advance.closedAt) },
                  { label: t('ledger.reason'), value: advance.closeReason }
                ]
              : []),
            { label: t('transaction.date.paid'), value: format.date(paidOn) },
            { label: t('advance.entered.by'), value: advance.enteredBy }
          ]}
        />
      </section>
      {uses.length > 0 && (
        <section className="panel" aria-labelledby="uses-heading">
          <h2 id="uses-heading">{t('expense.report.title')}</h2>
          <Table
            named
            columns={[{ label: t('audit.entity.expense_report') }, { label: t('advance.settled'), figure: true }]}
            rows={uses.map((use) => ({
              key: use.id,
              cells: [
                <Link key="report" href={`/workspace/expense-reports/${use.id}`}>
                  {use.title}
                </Link>,
                format.money(use.amount, currency)
              ]
            }))}
          />
        </section>
      )}
    </>
  );
});

/** The way to close what is left. */
const Closing = ({ advance: { id }, t }: { advance: CashAdvance; t: Translate }) => (
  <Confirm
    label={t('advance.close')}
    question={t('advance.close.question')}
    explanation={t('advance.close.explanation')}
    confirmLabel={t('advance.close')}
    action={close}
    hidden={{ id }}
  >
    <div className="field">
      <label htmlFor="reason">{t('ledger.reason')}</label>
      <input id="reason" name="reason" maxLength={255} aria-required="true" autoComplete="off" />
    </div>
  </Confirm>
);
