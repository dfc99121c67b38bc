import '../feeds.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Feed, type FeedTotal, feedTotals, seenFeed } from '@/lib/money/feeds/feeds';
import { type UnknownName, unknownNames } from '@/lib/money/feeds/reprocess';
import { idOf } from '../../addresses';
import { JobPanel } from '../../jobs/job-panel';
import { readWithJobs } from '../../jobs/read-with-jobs';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';
import { Link } from '../../ui/link';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { accountNameFields } from '../account-name-fields';
import { again, cancel, nameAnAccount } from '../actions';
import { FeedStatus } from '../feed-status';
import { Reconciliation } from '../reconciliation';

export const generateMetadata = titled('feed.title');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A feed: the progress of its import, its reconciliation and its open work. */
export default workspacePage(async function FeedPage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('feeds', 'view');
  const id = idOf((await params).id);
  const query = await searchParams;
  const asked = typeof query.job === 'string' ? idOf(query.job) : null;
  const seen = await readWithJobs(
    principal,
    () => seenFeed(principal, id),
    ({ jobId }) => [jobId, asked]
  );
  if (!seen) notFound();
  const { record: feed, jobs } = seen;
  const [job, reprocessing] = jobs;
  const [totals, names] = await Promise.all([feedTotals(principal, id), unknownNames(principal, id)]);
  const maySettle = may(principal, 'feeds', 'run');
  const running = [
    ...(job && !job.finishedAt ? [{ job, label: t('feed.importing') }] : []),
    ...(reprocessing && !reprocessing.finishedAt ? [{ job: reprocessing, label: t('feed.reprocessing') }] : [])
  ];
  return (
    <>
      <PageHead
        title={feed.fileName}
        trail={[{ href: '/workspace/feeds', label: t('feed.title') }]}
        detail={<FeedStatus status={feed.status} t={t} />}
        actions={feed.openRejects > 0 && maySettle && running.length === 0 && <AllAgain feed={feed} t={t} />}
      />
      <DoneNotice query={query} texts={{ named: t('feed.account.name.saved') }} />
      {running.map(({ job, label }) => (
        <JobPanel
          key={job.id}
          label={label}
          job={job}
          address={`/workspace/feeds/${feed.id}`}
          begun={job.id === asked}
          stop={
            job.kind === 'feed.import'
              ? { explanation: t('feed.cancel.explanation'), action: cancel, id: feed.id }
              : undefined
          }
          t={t}
        />
      ))}
      {feed.status === 'queued' && !feed.jobId && <Notice kind="hint">{t('feed.waiting')}</Notice>}
      {feed.refusal && <Notice kind="problem">{t(feed.refusal.code, feed.refusal.params)}</Notice>}
      {feed.mismatch && <Mismatch mismatch={feed.mismatch} t={t} />}
      {(totals.length > 0 || feed.rowCount !== null) && (
        <Reconciliation feed={feed} totals={totals} t={t} format={format} />
      )}
      {feed.status !== 'queued' && <Rejects feed={feed} totals={totals} t={t} />}
      {names.length > 0 && maySettle && feed.mappingId && <AccountNames feed={feed} names={names} t={t} />}
      <FileFacts feed={feed} t={t} format={format} />
    </>
  );
});

interface OfFeed {
  feed: Feed;
  t: Translate;
}

/** The way to read every row again that waits. */
function AllAgain({ feed, t }: OfFeed) {
  return (
    <Confirm
      label={t('feed.reprocess.all')}
      question={t('feed.reprocess.question')}
      explanation={t('feed.reprocess.explanation')}
      confirmLabel={t('feed.reprocess')}
      action={again}
      hidden={{ id: feed.id }}
      danger={false}
    />
  );
}

/** What the file says of itself that its rows don't bear out. */
function Mismatch({ mismatch, t }: { mismatch: NonNullable<Feed['mismatch']>; t: Translate }) {
  return (
    <Notice kind="problem">
      <p>{t('feed.mismatch')}</p>
      <ul>
        {mismatch.map(({ what, trailer, read }) => (
          <li key={what}>{t(`feed.mismatch.${what}`, { trailer, read })}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** How many rows wait, and the way to them. */
function Rejects({ feed, totals, t }: OfFeed & { totals: FeedTotal[] }) {
  return (
    <section className="panel" aria-labelledby="rejects-heading">
      <h2 id="rejects-heading">{t('feed.rejects')}</h2>
      <p>{t('feed.count.open', { count: feed.openRejects })}</p>
      {totals.some(({ outcome }) => outcome === 'rejected') || feed.openRejects > 0 ? (
        <div className="actions">
          <Link className="button" href={`/workspace/feeds/rejects?feed=${feed.id}&state=open`}>
            {t('feed.rejects')}
          </Link>
        </div>
      ) : null}
    </section>
  );
}

/** Says which account a name means that nobody knows. */
function AccountNames({ feed, names, t }: OfFeed & { names: UnknownName[] }) {
  return (
    <section className="panel" aria-labelledby="names-heading">
      <h2 id="names-heading">{t('feed.account.name.heading')}</h2>
      <p>{t('feed.account.name.intro')}</p>
      <RecordForm
        id="names"
        action={nameAnAccount}
        fields={accountNameFields(t, names)}
        hidden={{ id: feed.id }}
        submitLabel={t('feed.account.name.save')}
      />
    </section>
  );
}

/** The file that was brought. */
function FileFacts({ feed, t, format }: OfFeed & { format: Formats }) {
  return (
    <section className="panel" aria-labelledby="file-heading">
      <h2 id="file-heading">{t('feed.file')}</h2>
      <Facts
        facts={[
          { label: t('feed.mapping'), value: feed.mappingName },
          { label: t('feed.source'), value: t(`feed.source.${feed.source}`) },
          { label: t('feed.file.size'), value: `${format.number(Math.ceil(feed.fileSize / 1024))} KB` },
          { label: 'SHA-256', value: <span className="feed-raw">{feed.sha256}</span> },
          { label: t('feed.brought.by'), value: feed.broughtBy },
          { label: t('feed.created'), value: format.dateTime(feed.createdAt) },
          { label: t('feed.finished'), value: feed.finishedAt && format.dateTime(feed.finishedAt) },
          { label: t('feed.issuer'), value: feed.issuerName }
        ]}
      />
    </section>
  );
}
