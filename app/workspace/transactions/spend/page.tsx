import './spend.css';
import { Suspense } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import { now } from '@/lib/core/server/clock';
import { nodeList } from '@/lib/directory/structure/lists';
import type { StructureNode } from '@/lib/directory/structure/nodes';
import type { SearchParams } from '@/lib/kit/listing/query';
import { SPEND_BY, type SpendBy, spendBy } from '@/lib/money/transactions/spend';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { nodeOfPage } from '../../structure/[id]/node-page';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { SkeletonCard } from '../../ui/skeleton';
import { workspacePage } from '../../workspace-page';
import { askedMonths, lastMonths, monthIn, monthsBefore, monthsUntil, yearUntil } from './months';
import { PeriodForm } from './period-form';
import { SPEND_PATH, type SpendAsked, spendAddress } from './spend-addresses';
import { SpendMonths } from './spend-months';
import type { SpendPart } from './spend-part';
import { SpendRows } from './spend-rows';
import { spendSheet } from './spend-sheet';

export const generateMetadata = titled('spend.title');

const PRESETS = [1, 3, 6, 12];

/**
 * Spending by month, category, merchant, person and place, against the period before. It begins with all that the user
 * sees; who sees every issuer chooses a place.
 */
export default workspacePage(async function SpendPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('transactions', 'view', 'transaction.review');
  const { principal, t, format, timeZone } = page;
  const query = await searchParams;
  const trail = [{ href: '/workspace/transactions', label: t('transaction.title') }];
  const [own, ...more] = principal.scope.subtrees;
  const named = typeof query.node === 'string' ? query.node : more.length === 0 ? own?.nodeId : undefined;
  const found = named === undefined ? null : await nodeOfPage(principal, named);
  if (principal.scope.everywhere && !found)
    return (
      <>
        <PageHead title={t('spend.title')} trail={trail} detail={t('spend.choose')} />
        <ListingView
          listing={nodeList()}
          path={SPEND_PATH}
          searchParams={query}
          page={page}
          href={({ id }) => `${SPEND_PATH}?node=${id}`}
        />
      </>
    );
  const current = monthIn(timeZone, now());
  const node = found?.node ?? null;
  const offered = SPEND_BY.filter((by) => node?.kind !== 'account' || (by !== 'person' && by !== 'place'));
  const asked: SpendAsked = {
    node: node?.id ?? null,
    by: offered.find((by) => by === query.by) ?? 'category',
    months: askedMonths(query, current),
    currency: typeof query.currency === 'string' ? query.currency : null
  };
  const seen = (found?.steps ?? []).filter(({ id }) => id !== null);
  const presets = [
    ...PRESETS.map((count) => ({
      label: count === 1 ? t('listing.range.month') : t('spend.last', { count }),
      months: lastMonths(current, count)
    })),
    { label: t('listing.range.year'), months: yearUntil(current) }
  ];
  return (
    <>
      <PageHead
        title={t('spend.title')}
        trail={[...trail, ...seen.map(({ id, name1 }) => ({ href: spendAddress(asked, { node: id }), label: name1 }))]}
        detail={node ? node.name1 : t('spend.everything')}
      />
      <PeriodForm
        key={`${asked.months.from}/${asked.months.to}`}
        presets={presets.map(({ label, months }) => ({
          label,
          href: spendAddress(asked, { months }),
          isCurrent: months.from === asked.months.from && months.to === asked.months.to
        }))}
        months={monthsUntil(current).map((month) => ({ value: month, label: format.month(`${month}-01`) }))}
        {...asked.months}
        address={`${SPEND_PATH}?${new URLSearchParams({
          by: asked.by,
          ...(asked.node && { node: asked.node }),
          ...(asked.currency && { currency: asked.currency })
        })}`}
        texts={{ presets: t('spend.presets'), from: t('spend.from'), to: t('spend.to') }}
      />
      <Suspense key={spendAddress(asked)} fallback={<SkeletonCard label={t('spend.loading')} lines={12} />}>
        <Spend principal={principal} node={node} asked={asked} offered={offered} page={page} />
      </Suspense>
    </>
  );
});

interface SpendProps {
  principal: Principal;
  node: StructureNode | null;
  asked: SpendAsked;
  offered: readonly SpendBy[];
  page: SpendPart['page'];
}

async function Spend({ principal, node, asked, offered, page }: SpendProps) {
  const { t } = page;
  const { by, months } = asked;
  const period = { from: monthsBefore(months).from, to: months.to };
  const lines = await spendBy(principal, { by, place: node, months: period, since: months.from });
  const sheet = spendSheet(lines, months, asked.currency);
  if (!sheet)
    return (
      <section className="panel">
        <Empty title={t('spend.none')}>
          <p>{t('spend.none.advice')}</p>
        </Empty>
      </section>
    );
  const parts = { sheet, asked, page };
  return (
    <>
      {sheet.currencies.length > 1 && (
        <nav className="page-tabs" aria-label={t('currency')}>
          {sheet.currencies.map((currency) => (
            <Link
              key={currency}
              href={spendAddress(asked, { currency })}
              aria-current={currency === sheet.currency ? 'page' : undefined}
            >
              {currency}
            </Link>
          ))}
        </nav>
      )}
      <SpendMonths {...parts} />
      <SpendRows
        {...parts}
        offered={offered}
        placeLabel={t(node?.companyId ? 'spend.by.place' : 'node.kind.company')}
      />
      <p className="muted">{t('spend.note')}</p>
    </>
  );
}
