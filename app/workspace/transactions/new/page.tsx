import '../transactions.css';
import { notFound } from 'next/navigation';
import { languageTag } from '@/lib/core/language/locales';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { SearchParams } from '@/lib/kit/listing/query';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { addedFields } from './added-fields';
import { offeredTo } from './offered-to';

export const generateMetadata = titled('transaction.add');

/** Add Cash Transaction (C2.017): an expense paid out of pocket; `like` copies an earlier one. */
export default workspacePage(async function AddTransactionPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const { principal, t, locale, timeZone } = await signedInFor('transactions', 'modify', 'transaction.review');
  const { like } = await searchParams;
  const model = typeof like === 'string' ? await seenTransaction(principal, idOf(like)) : null;
  if (typeof like === 'string' && !model?.addedBy) notFound();
  const offered = await offeredTo(principal);
  const today = todayIn(timeZone);
  const values = model
    ? {
        accountId: model.accountId,
        purpose: model.purpose,
        merchantName: model.merchantName,
        merchantCity: model.merchantCity,
        merchantCountry: model.merchantCountry,
        amount: model.amount,
        currency: model.currency,
        taxAmount: model.taxAmount,
        taxCode: model.taxCode
      }
    : { accountId: offered.first?.id, currency: offered.first?.currency };
  return (
    <>
      <PageHead
        title={t('transaction.add')}
        trail={[{ href: '/workspace/transactions', label: t('transaction.title') }]}
        detail={t('transaction.add.intro')}
      />
      <section className="panel">
        <RecordForm
          action="/workspace/transactions/new/add"
          fields={addedFields(t, languageTag(locale), {
            ...offered,
            ...(model && { accountLabel: `${model.accountName} · ${model.cardNumber}` })
          })}
          values={{ transactionDate: today, ...values }}
          submitLabel={t('transaction.add.submit')}
          cancelHref="/workspace/transactions"
        />
      </section>
    </>
  );
});
