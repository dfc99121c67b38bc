import { nodeList } from '@/lib/directory/structure/lists';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { nodeOfPage, trailOf } from '../[id]/node-page';
import { NodeTabs } from '../[id]/node-tabs';

export const generateMetadata = titled('structure.list');

interface Props {
  searchParams: Promise<SearchParams>;
}

/** Nodes other than accounts as a list: all visible ones, or those below a node. */
export default workspacePage(async function NodeListPage({ searchParams }: Props) {
  const { principal, t, format } = await signedInFor('structure', 'view');
  const params = await searchParams;
  const under = typeof params.under === 'string' && params.under ? await nodeOfPage(principal, params.under) : null;
  return (
    <>
      <PageHead
        title={under ? under.node.name1 : t('structure.list')}
        trail={trailOf(t, principal, under?.steps ?? [])}
      />
      {under && <NodeTabs node={under.node} principal={principal} t={t} current="list" />}
      <ListingView
        listing={nodeList(under?.node.id)}
        path="/workspace/structure/list"
        keep={under ? { under: under.node.id } : {}}
        searchParams={params}
        page={{ principal, t, format }}
        href={({ id }) => `/workspace/structure/${id}`}
      />
    </>
  );
});
