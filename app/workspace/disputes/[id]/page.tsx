import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { seenDispute } from '@/lib/money/disputes/disputes';
import { caseOf } from '@/lib/money/disputes/network/cases';
import { takenFiles } from '@/lib/money/disputes/network/networks';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { idOf } from '../../addresses';
import { Attachments } from '../../attachments/attachments';
import { Comments } from '../../comments/comments';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { DisputeForm } from '../dispute-form';
import { Finder } from '../finder';
import { DisputeBadge } from '../state-badge';
import { Desk } from './desk';
import { DisputeActions } from './dispute-actions';
import { FraudHint } from './fraud-hint';
import { NetworkCaseSection } from './network-case';
import { SubmittedForm } from './submitted-form';

export const generateMetadata = titled('dispute.one');

/** The notices that the address may name, with a dash for the dot of the text's key. */
const DONE = ['saved', 'submitted', 'taken.up', 'decided', 'withdrawn', 'credited', 'pursued', 'accepted'] as const;

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A dispute: its form, its evidence, what is said about it and what is decided (C1.034, C3.027). */
export default workspacePage(async function DisputePage({ params, searchParams }: Props) {
  const page = await signedInFor('disputes', 'view', 'disputes');
  const { principal, t, format } = page;
  const dispute = await seenDispute(principal, idOf((await params).id));
  if (!dispute) notFound();
  const { id, state, reference, merchantName, amount, currency, transactionId } = dispute;
  const isPrepared = state === 'draft' && may(principal, 'disputes', 'modify');
  const transaction = isPrepared ? await seenTransaction(principal, transactionId) : null;
  const [query, found, taken] = await Promise.all([searchParams, caseOf(dispute), takenFiles(dispute.issuerId)]);
  return (
    <>
      <PageHead
        title={merchantName}
        trail={[{ href: '/workspace/disputes', label: t('dispute.title') }]}
        detail={
          <>
            <span>{reference}</span>
            <span>{format.money(amount, currency)}</span>
            <DisputeBadge state={state} t={t} />
          </>
        }
        actions={<DisputeActions dispute={dispute} principal={principal} t={t} />}
      />
      <DoneNotice
        query={query}
        texts={Object.fromEntries(DONE.map((done) => [done.replace('.', '-'), t(`dispute.done.${done}`)]))}
      />
      <FraudHint dispute={dispute} page={page} />
      {transaction && <Finder transactionId={transactionId} principal={principal} t={t} format={format} />}
      <section className="panel" aria-labelledby="form-heading">
        <h2 id="form-heading">{t('dispute.form')}</h2>
        {transaction ? (
          <DisputeForm page={page} transaction={transaction} draft={dispute} />
        ) : (
          <SubmittedForm dispute={dispute} page={page} />
        )}
      </section>
      {found && <NetworkCaseSection dispute={dispute} found={found} page={page} />}
      <Desk dispute={dispute} found={found} page={page} />
      <Attachments
        to={{ entity: 'dispute', id }}
        hint={taken ? t('dispute.evidence.hint', { kinds: taken.kinds, megabytes: taken.megabytes }) : undefined}
      />
      <Comments on={{ entity: 'dispute', id }} />
    </>
  );
});
