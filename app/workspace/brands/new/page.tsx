import type { Metadata } from 'next';
import { openBrand } from '@/lib/brand/studio/drafts';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { administrator } from '../administrator';
import { type Query, single } from '../frame';
import { createNewBrand } from './actions';
import { newBrandFields } from './fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await administrator();
  return { title: `${t('brand.studio.create')} – ${brand.appName}` };
}

/** A new brand, empty or as a copy. */
export default workspacePage(async function NewBrandPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { by, locale, t } = await administrator();
  const from = single(await searchParams, 'from') ?? '';
  const source = from ? await openBrand(by, from) : null;
  return (
    <>
      <div className="studio-head">
        <p>
          <a href="/workspace/brands">{t('brand.studio.title')}</a>
        </p>
        <h1>
          {source ? t('brand.studio.copy.title', { brand: source.content.displayName }) : t('brand.studio.create')}
        </h1>
      </div>
      <section className="panel narrow">
        <p>{t('brand.studio.create.hint')}</p>
        <RecordForm
          action={createNewBrand}
          fields={newBrandFields({ t, locale })}
          hidden={{ from: source?.name ?? '' }}
          submitLabel={t('brand.studio.create')}
        />
      </section>
    </>
  );
});
