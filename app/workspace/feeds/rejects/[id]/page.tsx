import '../../feeds.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { seenReject } from '@/lib/money/feeds/correct-reject';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { DoneNotice, Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { correct } from '../actions';
import { rejectFields, rejectReasons, rejectValues } from '../reject-fields';
import { RejectState } from '../reject-state';

export const generateMetadata = titled('feed.rejects');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A rejected row: the reason it isn't booked, and its fields, which can be corrected. */
export default workspacePage(async function RejectPage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('feeds', 'view');
  const reject = await seenReject(principal, idOf((await params).id));
  if (!reject) notFound();
  const isOpen = reject.state === 'open';
  const mayCorrect = isOpen && may(principal, 'feeds', 'run');
  return (
    <>
      <PageHead
        title={t('feed.reject.title', { row: reject.row })}
        trail={[
          { href: '/workspace/feeds', label: t('feed.title') },
          { href: `/workspace/feeds/${reject.feedId}`, label: reject.fileName },
          { href: `/workspace/feeds/rejects?feed=${reject.feedId}&state=open`, label: t('feed.rejects') }
        ]}
        detail={<RejectState state={reject.state} t={t} />}
      />
      <DoneNotice
        query={await searchParams}
        texts={{ booked: t('feed.correction.booked'), ...(isOpen && { kept: t('feed.correction.kept') }) }}
      />
      {isOpen && (
        <Notice kind="hint">
          <ul>
            {rejectReasons(reject, t).map(({ text, href }) => (
              <li key={text}>{href && mayCorrect ? <a href={href}>{text}</a> : text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <section className="panel" aria-labelledby="shown-heading">
        <h2 id="shown-heading">{t('feed.reject.shown')}</h2>
        <p className="feed-raw">{reject.shown}</p>
      </section>
      {mayCorrect && (
        <section className="panel" aria-labelledby="correct-heading">
          <h2 id="correct-heading">{t('feed.correction')}</h2>
          {reject.fields.length === 0 ? (
            <p>{t('feed.correction.unreadable')}</p>
          ) : (
            <>
              <p>{t('feed.correction.intro')}</p>
              <RecordForm
                action={correct}
                fields={rejectFields(reject, t)}
                values={rejectValues(reject)}
                hidden={{ id: reject.id }}
                submitLabel={t('feed.correction.submit')}
                cancelHref={`/workspace/feeds/rejects?feed=${reject.feedId}&state=open`}
              />
            </>
          )}
        </section>
      )}
    </>
  );
});
