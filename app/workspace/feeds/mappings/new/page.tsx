import type { SearchParams } from '@/lib/kit/listing/query';
import { READY_MADE } from '@/lib/money/feeds/layouts/ready-made';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { MappingForm } from '../mapping-form';
import { FromSample } from '../sample/from-sample';

export const generateMetadata = titled('feed.mapping.new');

/** A new mapping: of a file as it is sent, or of a template, whose rules for reading files come next. */
export default workspacePage(async function NewMappingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { t } = await signedInFor('feeds', 'modify');
  const { from } = await searchParams;
  const ready = typeof from === 'string' && Object.hasOwn(READY_MADE, from) ? READY_MADE[from] : undefined;
  return (
    <>
      <PageHead
        title={t('feed.mapping.new')}
        trail={[
          { href: '/workspace/feeds', label: t('feed.title') },
          { href: '/workspace/feeds/mappings', label: t('feed.mapping.title') }
        ]}
        detail={ready?.name}
      />
      {ready ? (
        <div className="panel">
          <MappingForm mapping={{ ...ready, active: true }} />
        </div>
      ) : (
        <>
          <FromSample />
          <section className="panel" aria-labelledby="from-heading">
            <h2 id="from-heading">{t('feed.mapping.from')}</h2>
            <p>{t('feed.mapping.from.intro')}</p>
            <ul>
              {Object.entries(READY_MADE).map(([key, { name }]) => (
                <li key={key}>
                  <a href={`/workspace/feeds/mappings/new?from=${key}`}>{name}</a>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  );
});
