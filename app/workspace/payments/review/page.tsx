import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { balanceOf } from '@/lib/money/payments/balance';
import { cutoffOf } from '@/lib/money/payments/cutoff';
import { type PaymentEntry, paymentSchema } from '@/lib/money/payments/schema';
import { type PaymentTerms, paymentTerms } from '@/lib/money/payments/terms';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { Facts } from '../../ui/facts';
import { failureTexts } from '../../ui/form-texts';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { maskedNumber } from '../../wallet/masked-number';
import { workspacePage } from '../../workspace-page';
import { confirm } from '../actions';
import { authorizationOf } from '../authorization';

export const generateMetadata = titled('payment.review');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** What is about to be paid, and the words that the payer agrees to by confirming (C2.035). */
export default workspacePage(async function ReviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('payments', 'modify', 'bill.pay');
  const { principal, t } = page;
  const entry = paymentSchema.safeParse(await searchParams);
  if (!entry.success) notFound();
  const terms = await paymentTerms(principal, entry.data);
  const back = `/workspace/payments/new?account=${entry.data.accountId}`;
  return (
    <>
      <PageHead
        title={t('payment.review')}
        trail={[
          { href: '/workspace/payments', label: t('payment.title') },
          { href: back, label: t('payment.make') }
        ]}
      />
      {terms.ok ? (
        <Review page={page} entry={entry.data} terms={terms.value} back={back} />
      ) : (
        <>
          <Notice kind="problem">{t('payment.changed.since')}</Notice>
          <Link className="button" href={back}>
            {t('payment.change')}
          </Link>
        </>
      )}
    </>
  );
});

async function Review({
  page,
  entry,
  terms,
  back
}: {
  page: Page;
  entry: PaymentEntry;
  terms: PaymentTerms;
  back: string;
}) {
  const { t, format } = page;
  const { account, from } = terms;
  const until = await cutoffOf(account.issuerId, entry.payOn);
  const { current, underWay } = await balanceOf(page.principal, account);
  const owed = Number(current) - Number(underWay);
  return (
    <section className="panel" aria-labelledby="review-heading">
      <h2 id="review-heading">{format.money(entry.amount, account.currency)}</h2>
      <Facts
        facts={[
          { label: t('payment.for'), value: `${account.name} · ${account.cardNumber}` },
          { label: t('payment.from'), value: `${from.nickname} · ${maskedNumber(from)}` },
          { label: t('payment.pay.on'), value: format.date(entry.payOn) },
          { label: t('payment.cancel.until'), value: format.dateTime(until) }
        ]}
      />
      {Number(entry.amount) > owed && (
        <Notice kind="hint">{t('payment.over', { balance: format.money(String(owed), account.currency) })}</Notice>
      )}
      <p>{await authorizationOf(page, terms, entry)}</p>
      <ActionForm action={confirm} hidden={{ ...entry }} texts={failureTexts(t)}>
        <div className="actions">
          <button type="submit" className="primary">
            {t('payment.confirm')}
          </button>
          <Link className="button" href={back}>
            {t('payment.change')}
          </Link>
        </div>
      </ActionForm>
    </section>
  );
}
