import '../structure.css';
import { may, type Principal } from '@/lib/access/policy/principal';
import { seenAccount } from '@/lib/directory/structure/accounts';
import { seenIssuer } from '@/lib/directory/structure/issuers';
import type { StructureNode } from '@/lib/directory/structure/nodes';
import { treeBranch } from '@/lib/directory/structure/tree';
import type { SearchParams } from '@/lib/kit/listing/query';
import { remember } from '@/lib/kit/search/recent-items';
import { signedIn, signedInPrincipal } from '../../signed-in';
import { titled } from '../../titled';
import { Badge } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { treeItems } from '../tree-items';
import { NodeActions } from './node-actions';
import { accountFacts, companyFacts, issuerFacts } from './node-facts';
import { nameOf, nodeOfPage, trailOf } from './node-page';
import { NodeTabs } from './node-tabs';
import { PeopleHere } from './people-here';

export const generateMetadata = titled('structure.title');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** One node: its facts, its children and its actions. */
export default workspacePage(async function NodePage({ params, searchParams }: Props) {
  const { principal, t } = await signedInPrincipal();
  const { node, steps } = await nodeOfPage(principal, (await params).id);
  const query = await searchParams;
  const account = node.kind === 'account' ? await seenAccount(principal, node.id) : null;
  const state = account ? (`account.state.${account.state}` as const) : (`structure.status.${node.status}` as const);
  await remember(principal, node);
  return (
    <>
      <PageHead
        title={nameOf(node)}
        trail={trailOf(t, principal, steps)}
        detail={
          <>
            <span>{t(`node.kind.${node.kind}`)}</span>
            <span>{node.number ?? account?.cardNumber}</span>
            <Badge tone={state.endsWith('.active') ? 'good' : 'neutral'}>{t(state)}</Badge>
          </>
        }
        actions={<NodeActions node={node} account={account} principal={principal} t={t} />}
      />
      <DoneNotice
        query={query}
        texts={{
          created: t('structure.done.created'),
          changed: t('structure.done.changed'),
          moved: t('structure.done.moved'),
          deleted: t('structure.done.deleted')
        }}
      />
      <NodeTabs node={node} principal={principal} t={t} current="node" />
      <section className="panel" aria-labelledby="facts-heading">
        <h2 id="facts-heading">{t('structure.facts')}</h2>
        <Facts facts={await factsOf(principal, node, account)} />
      </section>
      {node.kind !== 'account' && (
        <Below node={node} principal={principal} after={typeof query.after === 'string' ? query.after : null} />
      )}
      <PeopleHere node={node} principal={principal} t={t} />
    </>
  );
});

async function factsOf(principal: Principal, node: StructureNode, account: Awaited<ReturnType<typeof seenAccount>>) {
  const { t, format, locale } = await signedIn();
  const named = [
    { label: t('structure.name1'), value: node.name1 },
    { label: t('structure.name2'), value: node.name2 }
  ];
  if (account) return [...named, ...(await accountFacts(principal, account, t, format))];
  const numbered = [{ label: t('structure.number'), value: node.number }, ...named];
  if (node.kind === 'company') return [...numbered, ...(await companyFacts(principal, node.id, t, locale))];
  if (node.kind === 'org_point') return [...numbered, { label: t('structure.level'), value: node.level }];
  const issuer = node.kind === 'issuer' ? await seenIssuer(principal, node.id) : null;
  return issuer ? [...numbered, ...issuerFacts(issuer, t)] : numbered;
}

async function Below({ node, principal, after }: { node: StructureNode; principal: Principal; after: string | null }) {
  const { t } = await signedIn();
  const branch = treeItems(t, await treeBranch(principal, node, after));
  if (!may(principal, 'structure', 'view')) return null;
  return (
    <section className="panel" aria-labelledby="below-heading">
      <h2 id="below-heading">{t('structure.below')}</h2>
      {branch.items.length === 0 && <p>{t('structure.below.nothing')}</p>}
      {branch.items.length > 0 && (
        <ul className="found">
          {branch.items.map((item) => (
            <li key={item.id} className="tree-line">
              <Link className="tree-name" href={`/workspace/structure/${item.id}`}>
                {item.name}
              </Link>
              <span className="tree-detail">{item.detail}</span>
              {item.state && <Badge>{item.state}</Badge>}
              {item.count && <span className="tree-count">{item.count}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        {after && (
          <Link className="button" href={`/workspace/structure/${node.id}`}>
            {t('listing.page.first')}
          </Link>
        )}
        {branch.next && (
          <Link className="button" href={`/workspace/structure/${node.id}?after=${branch.next}`}>
            {t('structure.tree.more')}
          </Link>
        )}
        <Link href={`/workspace/structure?at=${node.id}`}>{t('structure.in.tree')}</Link>
      </div>
    </section>
  );
}
