import { isId } from '@/lib/core/secrets/ids';
import './structure.css';
import { may } from '@/lib/access/policy/principal';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import type { SearchParams } from '@/lib/kit/listing/query';
import { search } from '@/lib/kit/search/search';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { RecordActions } from '../ui/record-actions';
import { workspacePage } from '../workspace-page';
import { FoundNodes } from './found-nodes';
import { Tree } from './tree';
import { treeStart } from './tree-items';

const NODES = ['issuer', 'company_group', 'company', 'account_group', 'org_point', 'account'] as const;

export const generateMetadata = titled('structure.title');

/** The reporting structure: a tree that loads branch by branch, and a search. */
export default workspacePage(async function StructurePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, program, t } = await signedInFor('structure', 'view');
  const params = await searchParams;
  const single = (name: string) => (typeof params[name] === 'string' ? (params[name] as string) : '');
  const [q, at] = [single('q').trim(), single('at')];
  const [start, found] = await Promise.all([
    treeStart(principal, t, isId(at) ? at : null),
    q ? search(SEARCHABLE, principal, { text: q, kinds: NODES, limit: 20 }) : null
  ]);
  return (
    <>
      <PageHead
        title={t('structure.title')}
        actions={
          <RecordActions
            actions={[
              { id: 'list', label: t('structure.list'), href: '/workspace/structure/list' },
              ...(may(principal, 'accounts', 'view')
                ? [{ id: 'accounts', label: t('structure.accounts'), href: '/workspace/structure/accounts' }]
                : []),
              ...(may(principal, 'structure_upload', 'view') && program.has('structure.upload')
                ? [{ id: 'upload', label: t('structure.upload.title'), href: '/workspace/structure/upload' }]
                : [])
            ]}
          />
        }
      />
      <search>
        {/* A POST, because a typed card number must not enter an address. */}
        <form className="structure-search" method="post" action="/workspace/search/find">
          <input type="hidden" name="in" value="structure" />
          <div>
            <label htmlFor="structure-q">{t('structure.search')}</label>
            <input id="structure-q" type="search" name="q" defaultValue={q} maxLength={100} autoComplete="off" />
          </div>
          <button type="submit">{t('structure.search.submit')}</button>
          {q && (
            <Link className="button" href="/workspace/structure">
              {t('structure.search.clear')}
            </Link>
          )}
        </form>
      </search>
      {found ? (
        <FoundNodes searched={found} t={t} />
      ) : (
        <section className="panel" aria-label={t('structure.tree')}>
          {start.roots.items.length > 0 ? (
            <Tree
              key={start.at}
              start={start}
              texts={{
                label: t('structure.tree'),
                more: t('structure.tree.more'),
                loading: t('structure.tree.loading'),
                failed: t('structure.tree.failed')
              }}
            />
          ) : (
            <p>{t('structure.empty')}</p>
          )}
        </section>
      )}
    </>
  );
});
