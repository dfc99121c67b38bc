import type { Metadata } from 'next';
import { IMAGE_KINDS } from '@/lib/brand/brands/schema';
import { imageFileAddress } from '@/lib/brand/studio/preview';
import { UPLOADED_TYPES } from '@/lib/brand/studio/upload-image';
import { languageTag } from '@/lib/core/language/locales';
import { formTextsOf } from '../../../ui/form-texts';
import { workspacePage } from '../../../workspace-page';
import { BrandFrame, brandPage, type Query } from '../../frame';
import { imageLabel } from '../../labels';
import { LiveStudio } from '../../live-studio';

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
      <form
        id="images"
        className="panel"
        method="post"
        encType="multipart/form-data"
        action={`/workspace/brands/${name}/images/upload`}
      >
        <p>{t('brand.images.intro')}</p>
        <input type="hidden" name="basis" value={basis} />
        <div className="images">
          {IMAGE_KINDS.flatMap((kind) =>
            UPLOADED_TYPES[kind].map((mediaType) => {
              const path = `${kind}/${mediaType}`;
              const label = imageLabel(t, kind, mediaType);
              const image = content.images.find((one) => one.kind === kind && one.mediaType === mediaType);
              return (
                <div className="field" key={path}>
                  <label htmlFor={path}>{label}</label>
                  {image ? (
                    <img className="logo-shown" src={imageFileAddress(image.digest)} alt={label} />
                  ) : (
                    <p className="hint">{t('brand.images.none')}</p>
                  )}
                  <input id={path} type="file" name={`images/${path}`} accept={mediaType} />
                  {image && (
                    <label className="tick">
                      <input type="checkbox" name={`remove/${path}`} /> {t('brand.images.remove')}
                    </label>
                  )}
                </div>
              );
            })
          )}
        </div>
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
      </form>
      <LiveStudio form="images" language={languageTag(locale)} texts={formTextsOf(t)} />
    </BrandFrame>
  );
});
