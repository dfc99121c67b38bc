import type { SearchParams } from '@/lib/kit/listing/query';
import { AUTHORIZATIONS } from '@/lib/money/purchasing/authorizations/listing';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { AnswerBadge } from './answer-badge';

export const generateMetadata = titled('authorization.title');

/** What virtual cards answered to merchants: one's own cards, or those of one's part of the structure (C6.032). */
export default workspacePage(async function AuthorizationsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('authorization_activity', 'view', 'purchasing');
  const { t } = page;
  return (
    <>
      <PageHead title={t('authorization.title')} />
      <ListingView
        listing={AUTHORIZATIONS}
        path="/workspace/authorizations"
        searchParams={await searchParams}
        page={page}
        cells={{ answer: ({ answer }) => <AnswerBadge t={t} approved={answer === 'approved'} /> }}
        empty={
          <Empty title={t('authorization.none')}>
            <p>{t('authorization.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
