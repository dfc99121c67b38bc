import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { PURCHASE_GROUPS } from '@/lib/money/purchasing/groups/groups';
import type { GroupState } from '@/lib/money/purchasing/groups/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { GroupBadge, groupHref, LIST } from './shown';

export const generateMetadata = titled('purchase.groups');

/** The purchase groups of the reader's companies (C2.077). */
export default workspacePage(async function GroupsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('company_setup', 'view', 'purchasing');
  const query = await searchParams;
  const { t, principal } = page;
  return (
    <>
      <PageHead
        title={t('purchase.groups')}
        actions={
          may(principal, 'company_setup', 'modify') && (
            <Link className="button primary" href={`${LIST}/new`}>
              {t('purchase.group.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('purchase.group.done.deleted') }} />
      <ListingView
        listing={PURCHASE_GROUPS}
        path={LIST}
        searchParams={query}
        page={page}
        href={({ id }) => groupHref(id)}
        cells={{ state: ({ state }) => <GroupBadge t={t} state={state as GroupState} /> }}
        empty={
          <Empty title={t('purchase.groups.none')}>
            <p>{t('purchase.groups.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
