import '../structure/structure.css';
import { issuerGroups } from '@/lib/directory/structure/issuer-groups';
import { issuerChoices } from '@/lib/directory/structure/issuers';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export const generateMetadata = titled('issuer.title');

/** Issuers and their groups, for system administrators. */
export default workspacePage(async function IssuersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t } = await signedInFor('system', 'view');
  const [issuers, groups] = await Promise.all([issuerChoices(principal), issuerGroups(principal)]);
  return (
    <>
      <PageHead
        title={t('issuer.title')}
        actions={
          <>
            <Link className="button primary" href="/workspace/issuers/new">
              {t('issuer.new')}
            </Link>
            <Link className="button" href="/workspace/issuers/groups/new">
              {t('issuer.group.new')}
            </Link>
          </>
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{ saved: t('structure.done.changed'), deleted: t('structure.done.deleted') }}
      />
      <section className="panel" aria-labelledby="issuers-heading">
        <h2 id="issuers-heading">{t('node.kinds.issuer')}</h2>
        {issuers.length === 0 && <Empty title={t('issuer.none')} />}
        <ul className="found">
          {issuers.map(({ id, number, name }) => (
            <li key={id} className="tree-line">
              <Link className="tree-name" href={`/workspace/structure/${id}`}>
                {name}
              </Link>
              <span className="tree-detail">{number}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel" aria-labelledby="groups-heading">
        <h2 id="groups-heading">{t('issuer.groups')}</h2>
        {groups.length === 0 && <p>{t('issuer.group.none')}</p>}
        <ul className="found">
          {groups.map((group) => (
            <li key={group.id} className="tree-line">
              <Link className="tree-name" href={`/workspace/issuers/groups/${group.id}`}>
                {group.name1}
              </Link>
              <span className="tree-detail">{group.number}</span>
              <span className="tree-count">{t('issuer.group.count', { count: group.issuers.length })}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
});
