import './spend.css';
import { Suspense } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { now } from '@/lib/core/server/clock';
import { nodeList } from '@/lib/directory/structure/lists';
import type { StructureNode } from '@/lib/directory/structure/nodes';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Months, spendBelow } from '@/lib/money/transactions/spend';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { nameOf, nodeOfPage } from '../../structure/[id]/node-page';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import type { Formats } from '../../ui/formats';
import { PageHead } from '../../ui/page-head';
import { Tabs } from '../../ui/tabs';
import { workspacePage } from '../../workspace-page';
import { askedMonths, monthIn, monthsUntil } from './months';
import { SpendTables } from './spend-tables';

export const generateMetadata = titled('spend.title');

const PATH = '/workspace/transactions/spend';

/** Spending in a company or a part of it, by month, category and unit. A user above companies chooses one. */
export default workspacePage(async function SpendPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t, format, timeZone } = await signedInFor('transactions', 'view', 'transaction.review');
  const query = await searchParams;
  const [own, ...more] = principal.scope.subtrees;
  const asked = typeof query.node === 'string' ? query.node : more.length === 0 && own?.companyId ? own.nodeId : null;
  const trail = [{ href: '/workspace/transactions', label: t('transaction.title') }];
  const node = asked === null ? null : (await nodeOfPage(principal, asked)).node;
  if (!node?.companyId)
    return (
      <>
        <PageHead title={t('spend.title')} trail={trail} detail={t('spend.choose')} />
        <ListingView
          listing={nodeList(node?.id)}
          path={PATH}
          keep={node ? { node: node.id } : {}}
          searchParams={query}
          page={{ principal, t, format }}
          href={({ id }) => `${PATH}?node=${id}`}
        />
      </>
    );
  const current = monthIn(timeZone, now());
  const months = askedMonths(query, current);
  return (
    <>
      <PageHead title={t('spend.title')} trail={trail} detail={nameOf(node)} />
      <form className="panel spend-asked" action={PATH}>
        <input type="hidden" name="node" value={node.id} />
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {t(`spend.${end}`)}
            <select name={end} defaultValue={months[end]}>
              {monthsUntil(current).map((month) => (
                <option key={month} value={month}>
                  {format.month(`${month}-01`)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button type="submit">{t('spend.show')}</button>
      </form>
      <Suspense
        fallback={
          <p className="panel" role="status">
            {t('spend.loading')}
          </p>
        }
      >
        <Spend
          principal={principal}
          node={node}
          months={months}
          asked={typeof query.currency === 'string' ? query.currency : null}
          t={t}
          format={format}
        />
      </Suspense>
    </>
  );
});

interface SpendProps {
  principal: Principal;
  node: StructureNode;
  months: Months;
  /** The requested currency. */
  asked: string | null;
  t: Translate;
  format: Formats;
}

async function Spend({ principal, node, months, asked, t, format }: SpendProps) {
  const lines = await spendBelow(principal, node, months);
  if (lines.length === 0)
    return (
      <section className="panel">
        <Empty title={t('spend.none')}>
          <p>{t('spend.none.advice')}</p>
        </Empty>
      </section>
    );
  const counts = new Map<string, number>();
  for (const { by, currency, count } of lines)
    if (by === 'month') counts.set(currency, (counts.get(currency) ?? 0) + count);
  const currencies = [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
  const currency = currencies.find((one) => one === asked) ?? (currencies[0] as string);
  const hrefOf = (id: string, of = currency) => `${PATH}?${new URLSearchParams({ node: id, ...months, currency: of })}`;
  return (
    <>
      {currencies.length > 1 && (
        <Tabs
          label={t('currency')}
          tabs={currencies.map((one) => ({ href: hrefOf(node.id, one), label: one, current: one === currency }))}
        />
      )}
      <p className="muted">{t('spend.note')}</p>
      <SpendTables
        lines={lines.filter((line) => line.currency === currency)}
        currency={currency}
        months={months}
        hrefOf={hrefOf}
        t={t}
        format={format}
      />
    </>
  );
}
