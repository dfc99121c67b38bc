import '../feeds.css';
import { newId } from '@/lib/core/secrets/ids';
import type { MappingEntry } from '@/lib/money/feeds/mapping';
import { MOST_TYPES } from '@/lib/money/feeds/transaction-types';
import { signedIn } from '../../signed-in';
import { formTextsOf } from '../../ui/form-texts';
import { Fresh } from '../../ui/fresh';
import { saveMapping } from './mapping-actions';
import { mappingValues } from './mapping-entry';
import { mappingFields, sampleFields } from './mapping-fields';
import { MappingFormLeaf } from './mapping-form-leaf';
import { previewTexts } from './preview-texts';
import { typeOptions } from './type-fields';

/** The form of a mapping, new or saved, in the reader's language. */
export async function MappingForm({
  mapping,
  saved
}: {
  mapping: MappingEntry;
  saved?: { id: string; version: number };
}) {
  const { t } = await signedIn();
  return (
    <Fresh rendered={newId()}>
      <MappingFormLeaf
        action={saveMapping}
        fields={mappingFields(t)}
        sample={sampleFields(t)}
        typeOptions={typeOptions(t)}
        values={mappingValues(mapping)}
        version={saved?.version}
        hidden={saved && { id: saved.id }}
        submitLabel={t('feed.mapping.save')}
        cancelHref="/workspace/feeds/mappings"
        formTexts={formTextsOf(t)}
        texts={{
          ...previewTexts(t),
          preview: t('feed.mapping.preview'),
          show: t('feed.mapping.preview.show'),
          types: {
            title: t('feed.mapping.types'),
            hint: t('feed.mapping.types.hint'),
            said: t('feed.mapping.types.said'),
            type: t('feed.mapping.types.type'),
            add: t('feed.mapping.types.add'),
            remove: t('feed.mapping.types.remove', { number: '{number}' }),
            removed: t('feed.mapping.types.removed', { said: '{said}' }),
            undo: t('undo'),
            full: t('feed.types.count', { maximum: MOST_TYPES })
          }
        }}
      />
    </Fresh>
  );
}
