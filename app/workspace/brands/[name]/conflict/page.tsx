import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { openSetAside } from '@/lib/brand/studio/conflicts';
import { workspacePage } from '../../../workspace-page';
import { resolveBrandConflict } from '../../actions';
import { brandPath } from '../../brand-path';
import { BrandFrame, brandPage, type Query } from '../../frame';
import { fieldLabel, fieldValue } from '../../labels';
import { StudioForm } from '../../studio-form';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.conflict.title')} – ${opened.content.displayName}` };
}

/** Resolves two concurrent edits of a draft: the second editor decides field by field. */
export default workspacePage(async function BrandConflictPage({ params, searchParams }: Props) {
  const { by, t, locale, time, opened, query } = await brandPage(params, searchParams);
  const { name, basis, draft } = opened;
  const aside = await openSetAside(by, opened);
  if (!aside) redirect(brandPath(name));
  return (
    <BrandFrame opened={opened} tab={null} query={query}>
      <StudioForm action={resolveBrandConflict} className="panel" hidden={{ brand: name, basis }}>
        <div role="alert">
          <h2>{t('brand.conflict.title')}</h2>
          <p>
            {draft
              ? t('brand.conflict.text', { name: draft.savedByName, time: time(draft.savedAt) })
              : t('brand.conflict.gone')}
          </p>
        </div>
        {aside.differences.map(({ path, mine, theirs, onlyMine }) => (
          <fieldset key={path} className="difference">
            <legend>{fieldLabel(t, locale, path)}</legend>
            <label>
              <input type="radio" name={`choice/${path}`} value="mine" defaultChecked={onlyMine} />{' '}
              <strong>{t('brand.conflict.mine')}</strong> {fieldValue(t, locale, path, mine)}
            </label>
            <label>
              <input type="radio" name={`choice/${path}`} value="theirs" defaultChecked={!onlyMine} />{' '}
              <strong>{t('brand.conflict.theirs')}</strong> {fieldValue(t, locale, path, theirs)}
            </label>
          </fieldset>
        ))}
        <button type="submit" className="primary">
          {t('brand.conflict.save')}
        </button>
      </StudioForm>
    </BrandFrame>
  );
});
