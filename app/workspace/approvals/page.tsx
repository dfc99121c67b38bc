import { now } from '@/lib/core/server/clock';
import type { SearchParams } from '@/lib/kit/listing/query';
import { readingsOf } from '@/lib/money/reading/evidence';
import { approvalQueue } from '@/lib/money/transactions/approval-queue';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { approve, sendBack, takeBack } from './queue/actions';
import { ApprovalQueue } from './queue/approval-queue';
import { queueRecord } from './queue/queue-record';
import { queueTexts } from './queue/queue-texts';

export const generateMetadata = titled('approval.waiting');

/** The transactions that wait for the user's approval, one after the other (CD.30). */
export default workspacePage(async function ApprovalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('approvals', 'approve', 'transaction.review');
  const { t, format } = page;
  const { waiting, totals, previous, next } = await approvalQueue(page.principal, await searchParams);
  const readings = await readingsOf(
    page.principal.issuerId,
    waiting.flatMap(({ attachments }) => attachments.map(({ id }) => id))
  );
  const sums = (totals.sums ?? []).map(({ amount, currency }) => format.money(amount, currency));
  return (
    <>
      <PageHead
        title={t('approval.waiting')}
        detail={waiting.length > 0 && [t('associated.transaction', { count: totals.count }), ...sums].join(' · ')}
        actions={
          waiting.length > 0 && (
            <Link className="button" href="/workspace/approvals/list">
              {t('approval.queue.as.list')}
            </Link>
          )
        }
      />
      <ApprovalQueue
        records={waiting.map((one) => queueRecord(one, readings, page, now()))}
        count={totals.count}
        actions={{ approve, takeBack, sendBack }}
        texts={queueTexts(t)}
      >
        <Empty title={t('approval.queue.over')}>
          <p>{t('approval.queue.over.advice')}</p>
          <p className="actions">
            <Link className="button primary" href="/workspace">
              {t('home.title')}
            </Link>
            <Link className="button" href="/workspace/transactions?state=approved">
              {t('approval.queue.over.approved')}
            </Link>
          </p>
        </Empty>
      </ApprovalQueue>
      {(previous || next) && (
        <nav className="listing-pages" aria-label={t('listing.pages')}>
          {previous && (
            <Link className="button" rel="prev" href={`/workspace/approvals?before=${previous}`}>
              {t('listing.page.previous')}
            </Link>
          )}
          {next && (
            <Link className="button" rel="next" href={`/workspace/approvals?after=${next}`}>
              {t('listing.page.next')}
            </Link>
          )}
        </nav>
      )}
    </>
  );
});
