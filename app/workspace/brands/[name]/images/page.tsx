import type { Metadata } from 'next';
import { imageFileAddress } from '@/lib/brand/studio/preview';
import { languageTag } from '@/lib/core/language/locales';
import { newId } from '@/lib/core/secrets/ids';
import { uploadTexts } from '../../../ui/file-rules';
import { formTextsOf } from '../../../ui/form-texts';
import { Fresh } from '../../../ui/fresh';
import { workspacePage } from '../../../workspace-page';
import { BrandFrame, brandPage, type Query } from '../../frame';
import { LiveStudio } from '../../live-studio';
import { imageFields } from './image-fields';
import { ImagesForm } from './images-form';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.studio.tab.images')} – ${opened.content.displayName}` };
}

/** The images of a brand's draft. */
export default workspacePage(async function BrandImagesPage({ params, searchParams }: Props) {
  const { t, locale, opened, query } = await brandPage(params, searchParams);
  const { name, content, basis, status } = opened;
  return (
    <BrandFrame opened={opened} tab="images" query={query}>
      <div className="panel">
        <p>{t('brand.images.intro')}</p>
        <Fresh rendered={newId()}>
          <ImagesForm
            action={`/workspace/brands/${name}/images/upload`}
            basis={basis}
            images={imageFields(t).map(({ kind, mediaType, field, removal }) => {
              const image = content.images.find((one) => one.kind === kind && one.mediaType === mediaType);
              return { field, removal, shown: image ? imageFileAddress(image.digest) : null };
            })}
            texts={{ ...formTextsOf(t), none: t('brand.images.none'), remove: t('brand.images.remove') }}
            uploadTexts={uploadTexts(t)}
          >
            {status !== 'retired' && (
              <div className="studio-actions">
                <button type="submit" className="primary">
                  {t('brand.studio.save')}
                </button>
                <span className="unsaved" id="unsaved" hidden>
                  {t('brand.studio.unsaved')}
                </span>
              </div>
            )}
          </ImagesForm>
        </Fresh>
      </div>
      <LiveStudio form="images" language={languageTag(locale)} texts={formTextsOf(t)} />
    </BrandFrame>
  );
});
