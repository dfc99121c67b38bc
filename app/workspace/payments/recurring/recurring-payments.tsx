import type { Translate } from '@/lib/core/language/texts';
import { nextPayment } from '@/lib/money/payments/recurring/next-payment';
import type { RecurringPayment } from '@/lib/money/payments/recurring/recurring';
import type { signedInFor } from '../../signed-in';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { RecurringBadge } from './state-badge';
import { nextWords } from './words';

interface Props {
  page: Awaited<ReturnType<typeof signedInFor>>;
  /** One or more. */
  recurring: readonly RecurringPayment[];
}

/** What is paid by itself, with its next date and amount, and the way to set up more. */
export async function RecurringPayments({ page, recurring }: Props) {
  const { t } = page;
  const next = await Promise.all(recurring.map((one) => (one.state === 'active' ? nextPayment(one) : null)));
  return (
    <section className="panel" aria-labelledby="recurring-heading">
      <div className="panel-head">
        <h2 id="recurring-heading">{t('recurring.title')}</h2>
        <SetUpRecurring t={t} />
      </div>
      <Table
        named
        columns={[
          { label: t('payment.for') },
          { label: t('payment.pays') },
          { label: t('recurring.next') },
          { label: t('payment.state') }
        ]}
        rows={recurring.map((one, at) => ({
          key: one.id,
          cells: [
            <Link key="account" href={`/workspace/payments/recurring/${one.id}`}>
              {one.accountName}
            </Link>,
            t(`recurring.pays.${one.pays}`),
            one.state === 'active' ? nextWords(page, one, next[at] ?? null) : '–',
            <RecurringBadge key="state" state={one.state} t={t} />
          ]
        }))}
      />
    </section>
  );
}

/** The link to the form of another recurring payment. */
export const SetUpRecurring = ({ t }: { t: Translate }) => (
  <Link className="button" href="/workspace/payments/recurring/new">
    {t('recurring.set.up')}
  </Link>
);
