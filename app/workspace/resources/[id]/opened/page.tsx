import { notFound } from 'next/navigation';
import { openersOf } from '@/lib/directory/resources/openers';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Empty } from '../../../ui/empty';
import { PageHead } from '../../../ui/page-head';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';

export const generateMetadata = titled('resource.opened');

/** Who opened a resource, for those who manage it: people of their own scope, the last first (issue 18). */
export default workspacePage(async function OpenedPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, format } = await signedInFor('resource_setup', 'view');
  const found = await openersOf(principal, (await params).id);
  if (!found) notFound();
  const { name, openers } = found;
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/resources', label: t('resource.title') }]}
        detail={t('resource.opened')}
      />
      <section className="panel" aria-label={t('resource.opened')}>
        {openers.length === 0 ? (
          <Empty title={t('resource.opened.none')} />
        ) : (
          <Table
            named
            columns={[
              { label: t('report.name') },
              { label: t('audit.actor.user.id') },
              { label: t('resource.opened.first') },
              { label: t('resource.opened.last') },
              { label: t('resource.opened.times'), figure: true }
            ]}
            rows={openers.map((opener) => ({
              key: opener.id,
              cells: [
                opener.name,
                opener.userId,
                format.dateTime(opener.firstAt),
                format.dateTime(opener.lastAt),
                format.number(opener.times)
              ]
            }))}
          />
        )}
      </section>
    </>
  );
});
