import '../../feeds.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { groupBy } from '@/lib/core/database/group-by';
import type { SearchParams } from '@/lib/kit/listing/query';
import { seenMapping } from '@/lib/money/feeds/mappings';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { DoneNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { preview, removeMapping } from '../mapping-actions';
import { mappingValues } from '../mapping-entry';
import { mappingFacts } from '../mapping-facts';
import { mappingFields } from '../mapping-fields';
import { MappingForm } from '../mapping-form';
import { Preview } from '../preview';
import { previewTexts } from '../preview-texts';

export const generateMetadata = titled('feed.mapping');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A mapping: its rules for reading files, and a preview of a sample. */
export default workspacePage(async function MappingPage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('feeds', 'view');
  const mapping = await seenMapping(principal, idOf((await params).id));
  if (!mapping) notFound();
  const mayChange = may(principal, 'feeds', 'modify');
  return (
    <>
      <PageHead
        title={mapping.name}
        trail={[
          { href: '/workspace/feeds', label: t('feed.title') },
          { href: '/workspace/feeds/mappings', label: t('feed.mapping.title') }
        ]}
        actions={
          mayChange && (
            <Confirm
              label={t('feed.mapping.delete')}
              question={t('feed.mapping.delete.question')}
              explanation={t('feed.mapping.delete.explanation')}
              confirmLabel={t('feed.mapping.delete')}
              action={removeMapping}
              hidden={{ id: mapping.id }}
            />
          )
        }
      />
      <DoneNotice query={await searchParams} texts={{ saved: t('feed.mapping.saved') }} />
      {mayChange ? (
        <section className="panel" aria-label={mapping.name}>
          <MappingForm mapping={mapping} saved={mapping} />
        </section>
      ) : (
        <>
          {[...groupBy(mappingFacts(mappingFields(t), mappingValues(mapping), t), ({ group }) => group)].map(
            ([group, facts]) => (
              <section key={group} className="panel" aria-label={group ?? mapping.name}>
                {group && <h2>{group}</h2>}
                <Facts facts={facts} />
              </section>
            )
          )}
          <section className="panel" aria-labelledby="preview-heading">
            <h2 id="preview-heading">{t('feed.mapping.preview')}</h2>
            <Preview
              action={preview}
              id={mapping.id}
              texts={{
                ...previewTexts(t),
                sample: t('feed.mapping.preview.sample'),
                hint: t('feed.mapping.preview.hint'),
                show: t('feed.mapping.preview.show')
              }}
            />
          </section>
        </>
      )}
    </>
  );
});
