import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { disputeFault } from '@/lib/money/disputes/disputable';
import { disputesOf } from '@/lib/money/disputes/disputes';
import { LIVE } from '@/lib/money/disputes/states';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { DisputeForm } from '../dispute-form';
import { Finder } from '../finder';

export const generateMetadata = titled('dispute.open');

/** The form that opens a dispute of a transaction (C2.031). */
export default workspacePage(async function NewDisputePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('disputes', 'modify', 'disputes');
  const { principal, t, format } = page;
  const { transaction: named } = await searchParams;
  const transaction = await seenTransaction(principal, idOf(typeof named === 'string' ? named : undefined));
  if (!transaction) notFound();
  const { id, merchantName, type, billedAmount, billedCurrency, transactionDate } = transaction;
  const isLive = (await disputesOf(principal, id)).some(({ state }) => LIVE.includes(state));
  const fault = isLive ? ({ code: 'dispute.open.already' } as const) : disputeFault(transaction);
  return (
    <>
      <PageHead
        title={t('dispute.open')}
        trail={[
          { href: '/workspace/transactions', label: t('transaction.title') },
          { href: `/workspace/transactions/${id}`, label: merchantName ?? t(`transaction.type.${type}`) }
        ]}
        detail={
          <>
            <span>{format.money(billedAmount, billedCurrency)}</span>
            <span>{format.date(transactionDate)}</span>
          </>
        }
      />
      {fault ? (
        <Notice kind="hint">{t(fault.code)}</Notice>
      ) : (
        <>
          <Finder transactionId={id} principal={principal} t={t} format={format} />
          <section className="panel" aria-labelledby="form-heading">
            <h2 id="form-heading">{t('dispute.form')}</h2>
            <DisputeForm page={page} transaction={transaction} />
          </section>
        </>
      )}
    </>
  );
});
