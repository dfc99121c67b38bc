import '../../feeds.css';
import { newId } from '@/lib/core/secrets/ids';
import { FEED_FIELDS } from '@/lib/money/feeds/mapping';
import { signedIn } from '../../../signed-in';
import { formTextsOf } from '../../../ui/form-texts';
import { Fresh } from '../../../ui/fresh';
import { mapSample } from './sample-action';
import { saidFields, startField } from './sample-fields';
import { SampleForm } from './sample-form';

/** The panel that makes a mapping of a file as it is sent, in the reader's language. */
export async function FromSample() {
  const { t } = await signedIn();
  return (
    <section className="panel" aria-labelledby="sample-heading">
      <h2 id="sample-heading">{t('feed.mapping.sample.start')}</h2>
      <p>{t('feed.mapping.sample.intro')}</p>
      <Fresh rendered={newId()}>
        <SampleForm
          action={mapSample}
          start={startField(t)}
          fields={saidFields(t)}
          options={FEED_FIELDS.map((field) => ({ value: field, label: t(`feed.field.${field}`) }))}
          formTexts={formTextsOf(t)}
          texts={{
            columns: t('feed.mapping.sample.columns'),
            column: t('feed.mapping.sample.column'),
            values: t('feed.mapping.sample.values'),
            field: t('feed.mapping.sample.field'),
            unused: t('feed.mapping.sample.unused'),
            fieldOf: t('feed.mapping.sample.field.of', { column: '{column}' }),
            rows: t('feed.mapping.preview.rows'),
            row: t('feed.reject.row'),
            nothing: t('feed.mapping.preview.nothing'),
            save: t('feed.mapping.save')
          }}
        />
      </Fresh>
    </section>
  );
}
