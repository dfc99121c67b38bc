import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { DISPUTE_DESK } from '@/lib/money/disputes/listing';
import { offeredReasons } from '@/lib/money/disputes/reasons';
import type { DisputeState } from '@/lib/money/disputes/states';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { Empty } from '../../ui/empty';
import { formTextsOf } from '../../ui/form-texts';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { addReasons } from '../actions';
import { DisputeBadge } from '../state-badge';

export const generateMetadata = titled('dispute.desk');

/** The issuer's queue of disputes, by the days that are left. */
export default workspacePage(async function DisputeDeskPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('dispute_desk', 'view');
  const { t, principal } = page;
  const query = await searchParams;
  const lacksReasons =
    may(principal, 'issuer_setup', 'modify') && (await offeredReasons(principal.issuerId)).length === 0;
  return (
    <>
      <PageHead title={t('dispute.desk')} />
      <DoneNotice query={query} texts={{ reasons: t('dispute.done.reasons') }} />
      {lacksReasons && (
        <Notice kind="hint">
          <p>{t('dispute.reasons.none')}</p>
          <ActionForm action={addReasons} texts={formTextsOf(t)}>
            <button type="submit">{t('dispute.reasons.usual')}</button>
          </ActionForm>
        </Notice>
      )}
      <ListingView
        listing={DISPUTE_DESK}
        path="/workspace/disputes/desk"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/disputes/${id}`}
        cells={{ state: ({ state }) => <DisputeBadge state={state as DisputeState} t={t} /> }}
        empty={<Empty title={t('dispute.desk.none')} />}
      />
    </>
  );
});
