import Paperclip from 'lucide-react/icons/paperclip';
import { may, type Principal } from '@/lib/access/policy/principal';
import { isoDay } from '@/lib/core/calendar/days';
import { merchantCategoryName } from '@/lib/core/entry/merchant-category-names';
import type { Row } from '@/lib/kit/listing/page';
import type { SearchParams } from '@/lib/kit/listing/query';
import { duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import type { TransactionState } from '@/lib/money/transactions/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { Empty } from '../ui/empty';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { RecordActions } from '../ui/record-actions';
import { workspacePage } from '../workspace-page';
import { STATE_TONES } from './state-tones';
import { listQuery, transactionAddress } from './transaction-address';
import { transactionBeside } from './transaction-beside';

export const generateMetadata = titled('transaction.title');

/** The transactions in the user's part of the structure, newest first (C2.016). */
export default workspacePage(async function TransactionsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('transactions', 'view', 'transaction.review');
  const { t, principal } = page;
  const query = await searchParams;
  const list = listQuery(query);
  return (
    <>
      <PageHead
        title={t('transaction.title')}
        actions={
          may(principal, 'transactions', 'modify') && (
            <RecordActions
              actions={[
                {
                  id: 'code',
                  label: t('coding.title'),
                  href: `/workspace/transactions/code${list && `?${list}`}`
                },
                { id: 'add', label: t('transaction.add'), href: '/workspace/transactions/new' }
              ]}
            />
          )
        }
      />
      <DoneNotice query={query} texts={{ removed: t('transaction.done.removed') }} />
      <ListingView
        listing={TRANSACTIONS}
        path="/workspace/transactions"
        searchParams={query}
        page={page}
        href={({ id }) => transactionAddress(id, { list })}
        beside={(id) => transactionBeside({ id, page, query, list })}
        cells={{
          merchantCategoryCode: ({ merchantCategoryCode: code }) => merchantCategoryName(t, String(code)),
          receipt: ({ receipt }) =>
            receipt ? (
              <span className="listing-receipt" title={t('yes')}>
                <Paperclip aria-hidden="true" size={16} />
                <span className="visually-hidden">{t('yes')}</span>
              </span>
            ) : (
              <span className="listing-none">
                <span aria-hidden="true">–</span>
                <span className="visually-hidden">{t('no')}</span>
              </span>
            ),
          account: ({ account }) => (
            <span className="listing-person">
              <Avatar name={String(account)} size="small" />
              {String(account)}
            </span>
          ),
          state: ({ state }) => (
            <Badge tone={STATE_TONES[state as TransactionState]}>
              {t(`transaction.state.${state as TransactionState}`)}
            </Badge>
          )
        }}
        marks={async (rows) =>
          new Map(
            [...(await duplicatesOf(page.principal, rows)).keys()].map((id) => [
              id,
              <Badge key={id} tone="warning">
                {t('transaction.duplicate.badge')}
              </Badge>
            ])
          )
        }
        empty={
          <Empty title={t('transaction.none')}>
            <p>{t('transaction.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});

/** The rows show their days unless that column is hidden. */
function duplicatesOf(principal: Principal, rows: readonly Row[]) {
  const days = rows.flatMap(({ postingDate: day }) => (day instanceof Date ? [isoDay(day)] : [])).sort();
  const [first, last] = [days[0], days.at(-1)];
  return duplicatesAmong(
    principal,
    rows.map(({ id }) => id),
    first && last ? { first, last } : undefined
  );
}
