import type { SearchParams } from '@/lib/kit/listing/query';
import type { PayableAccount } from '@/lib/money/payments/payable';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Facts } from '../../ui/facts';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { chooseAccount, review } from '../actions';
import { chosenAccount } from '../chosen-account';
import { accountFields, paymentFields } from '../fields';
import { NoBankAccount } from '../no-bank-account';
import { offerFor } from '../offer';

export const generateMetadata = titled('payment.make');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** Make a Payment (C2.035): of the reader's only account, or of a chosen one. */
export default workspacePage(async function NewPaymentPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('payments', 'modify', 'bill.pay');
  const { principal, t } = page;
  const { account, offered } = await chosenAccount(principal, searchParams);
  return (
    <>
      <PageHead
        title={t('payment.make')}
        trail={[{ href: '/workspace/payments', label: t('payment.title') }]}
        detail={account && `${account.name} · ${account.cardNumber}`}
      />
      {account ? (
        <PaymentForm page={page} account={account} />
      ) : (
        <section className="panel">
          <RecordForm
            action={chooseAccount}
            fields={accountFields(t, offered)}
            submitLabel={t('payment.make')}
            cancelHref="/workspace/payments"
          />
        </section>
      )}
    </>
  );
});

/** How much, from where, and when; what is owed stands above. */
async function PaymentForm({ page: { principal, t, format }, account }: { page: Page; account: PayableAccount }) {
  const offer = await offerFor(principal, account);
  const { balance, wallet, days, minimum, currency } = offer;
  const money = (amount: string) => format.money(amount, currency);
  const usual = Number(balance.statement) < Number(minimum) ? 'other' : 'statement';
  return (
    <>
      <section className="panel" aria-labelledby="owed-heading">
        <h2 id="owed-heading">{t('payment.owed')}</h2>
        <Facts
          facts={[
            { label: t('payment.balance'), value: money(balance.current) },
            {
              label: t('payment.statement', { date: format.date(balance.closedOn) }),
              value: money(balance.statement)
            },
            { label: t('payment.under.way'), value: money(balance.underWay) }
          ]}
        />
        <p className="support muted">{t('payment.balance.note')}</p>
      </section>
      {wallet.length === 0 ? (
        <NoBankAccount offer={offer} t={t} />
      ) : (
        <section className="panel" aria-label={t('payment.one')}>
          <RecordForm
            action={review}
            fields={paymentFields(t, format, offer)}
            values={{ pays: usual, walletAccountId: wallet[0]?.id, payOn: days.earliest }}
            hidden={{ accountId: account.id }}
            submitLabel={t('payment.review')}
            cancelHref="/workspace/payments"
          />
        </section>
      )}
    </>
  );
}
