import './resources.css';
import { may } from '@/lib/access/policy/principal';
import { guidesFor } from '@/lib/directory/resources/guides';
import { resourcesFor } from '@/lib/directory/resources/resources';
import { TOPIC_NAMES, type Topic } from '@/lib/directory/resources/topics';
import { visitResources } from '@/lib/directory/resources/visits';
import { setUpPath } from '@/lib/kit/setup/address';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { Tabs } from '../ui/tabs';
import { workspacePage } from '../workspace-page';
import { resourcesAddress } from './address';
import { guideLabels } from './guide-labels';
import { ResourceList } from './resource-list';
import { ResourceSearch } from './resource-search';

export const generateMetadata = titled('resource.title');

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The resource centre: what is for the reader's role, place and language, by topic (C2.028, C2.030). */
export default workspacePage(async function ResourcesPage({ searchParams }: Props) {
  const { principal, program, t, locale, format } = await signedInFor('resources', 'view');
  const asked = await searchParams;
  const q = typeof asked.q === 'string' ? asked.q.slice(0, 100) : '';
  const topic = TOPIC_NAMES.find((one) => one === asked.topic);
  const [found, guides, before] = await Promise.all([
    resourcesFor(principal, { locale, text: q, topic }),
    guidesFor(principal, { program, t, labels: guideLabels(t), text: q }),
    visitResources(principal)
  ]);
  const countOf = (one: Topic) => {
    const own = guides.filter((guide) => guide.topic === one).length;
    const count = found.ok ? (found.value.counts.get(one) ?? 0) + own : undefined;
    return count ? format.number(count) : undefined;
  };
  return (
    <>
      <PageHead
        title={t('resource.title')}
        detail={t('resource.intro')}
        actions={
          may(principal, 'resource_setup', 'view') && (
            <Link className="button" href={setUpPath('/resource')}>
              {t('resource.set.up')}
            </Link>
          )
        }
      />
      <ResourceSearch
        t={t}
        text={q}
        topic={topic}
        fault={found.ok ? null : t(found.refusal.code, found.refusal.params)}
      />
      {found.ok && (
        <>
          <Tabs
            label={t('resource.topics')}
            tabs={[
              { href: resourcesAddress({ q }), label: t('resource.topic.all'), current: !topic },
              ...TOPIC_NAMES.map((one) => ({
                href: resourcesAddress({ q, topic: one }),
                label: t(`setup.entity.resource.field.topic.option.${one}`),
                count: countOf(one),
                current: one === topic
              }))
            ]}
          />
          <ResourceList
            resources={found.value.resources}
            guides={guides.filter((guide) => !topic || guide.topic === topic)}
            isSearch={q.trim() !== ''}
            {...{ t, format, locale, before }}
          />
        </>
      )}
    </>
  );
});
