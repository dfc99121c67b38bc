import type { Metadata } from 'next';
import { BRAND_STATES, listBrands, listQuerySchema } from '@/lib/brand/studio/brand-list';
import { workspacePage } from '../workspace-page';
import { administrator } from './administrator';
import type { Query } from './frame';
import { StateBadge } from './state-badge';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await administrator();
  return { title: `${t('brand.studio.title')} – ${brand.appName}` };
}

/** Lists every brand of the installation. */
export default workspacePage(async function BrandsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { by, t, time } = await administrator();
  const query = listQuerySchema.parse(await searchParams);
  const { brands, next, total } = await listBrands(by, query);
  const more = new URLSearchParams({ search: query.search, state: query.state ?? '', after: next ?? '' });
  return (
    <>
      <div className="studio-title">
        <h1>{t('brand.studio.title')}</h1>
        <a className="button primary" href="/workspace/brands/new">
          {t('brand.studio.create')}
        </a>
      </div>
      <form className="filter" method="post" action="/workspace/search/list">
        <input type="hidden" name="path" value="/workspace/brands" />
        <div className="field">
          <label htmlFor="search">{t('brand.studio.search')}</label>
          <input id="search" type="search" name="search" defaultValue={query.search} maxLength={80} />
        </div>
        <div className="field">
          <label htmlFor="state">{t('brand.studio.state')}</label>
          <select id="state" name="state" defaultValue={query.state ?? ''}>
            <option value="">{t('brand.studio.state.all')}</option>
            {BRAND_STATES.map((state) => (
              <option key={state} value={state}>
                {t(`brand.studio.state.${state}`)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit">{t('brand.studio.search')}</button>
      </form>
      <p role="status">{t('brand.studio.found', { count: total })}</p>
      {brands.length > 0 && (
        <ul className="brands">
          {brands.map((brand) => (
            <li key={brand.name}>
              <div>
                <a className="brand-name" href={`/workspace/brands/${brand.name}`}>
                  {brand.displayName}
                </a>
                <span className="quiet">
                  {brand.name} · {brand.abbreviation}
                </span>
              </div>
              <div>
                <StateBadge state={brand.state} t={t} />
                {brand.publishedAt && (
                  <span className="quiet">
                    {t('brand.history.version', { version: brand.version })} · {time(brand.publishedAt)} ·{' '}
                    {brand.publishedByName ?? t('brand.history.installed')}
                  </span>
                )}
              </div>
              <a
                className="button quiet small"
                href={`/workspace/brands/new?from=${brand.name}`}
                aria-label={t('brand.studio.copy.title', { brand: brand.displayName })}
              >
                {t('brand.studio.copy')}
              </a>
            </li>
          ))}
        </ul>
      )}
      {next && (
        <p>
          <a className="button" href={`/workspace/brands?${more}`}>
            {t('brand.studio.more')}
          </a>
        </p>
      )}
    </>
  );
});
