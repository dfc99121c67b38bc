import { notFound } from 'next/navigation';
import { paymentsOf, seenStatement } from '@/lib/money/payments/statements/statements';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('statement.one');

/** A statement: what was owed before its cycle, what was charged and paid, and what is owed since. */
export default workspacePage(async function StatementPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, format } = await signedInFor('payments', 'modify', 'bill.pay');
  const statement = await seenStatement(principal, idOf((await params).id));
  if (!statement) notFound();
  const { accountId, accountName, openedOn, closedOn, currency } = statement;
  const money = (amount: string) => format.money(amount, currency);
  const paid = await paymentsOf(principal, statement);
  return (
    <>
      <PageHead
        title={accountName}
        trail={[{ href: '/workspace/statements', label: t('listing.statements') }]}
        detail={openedOn ? `${format.date(openedOn)} – ${format.date(closedOn)}` : format.date(closedOn)}
        actions={
          <Link className="button primary" href={`/workspace/payments/new?account=${accountId}`}>
            {t('payment.make')}
          </Link>
        }
      />
      <section className="panel" aria-labelledby="figures-heading">
        <h2 id="figures-heading">{money(statement.closing)}</h2>
        <Facts
          facts={[
            { label: t('statement.opening'), value: money(statement.opening) },
            { label: t('statement.charges'), value: money(statement.charges) },
            { label: t('statement.payments'), value: money(statement.payments) },
            { label: t('statement.closing'), value: money(statement.closing) }
          ]}
        />
        <p className="support muted">{t('statement.note')}</p>
      </section>
      {paid.length > 0 && (
        <section className="panel" aria-labelledby="paid-heading">
          <h2 id="paid-heading">{t('payment.title')}</h2>
          <ul>
            {paid.map((payment) => (
              <li key={payment.id}>
                <Link href={`/workspace/payments/${payment.id}`}>{payment.reference}</Link> · {money(payment.amount)} ·{' '}
                {format.date(payment.payOn)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
});
