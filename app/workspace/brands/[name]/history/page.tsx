import type { Metadata } from 'next';
import { brandHistory } from '@/lib/brand/studio/history';
import type { Change } from '@/lib/brand/studio/leaves';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { restoreBrandVersion } from '../../actions';
import { brandPath } from '../../brand-path';
import { BrandFrame, brandPage, type Query, single } from '../../frame';
import { fieldLabel, fieldValue } from '../../labels';
import { versionOf } from '../../version-of';
import { AskedBrandButton } from '../brand-button';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.studio.tab.history')} – ${opened.content.displayName}` };
}

/** Every published version of a brand with its publisher, time and changes; each can be published again. */
export default workspacePage(async function BrandHistoryPage({ params, searchParams }: Props) {
  const { by, t, locale, time, opened, query } = await brandPage(params, searchParams);
  const { name, version: current, draft, status } = opened;
  const { versions, next } = await brandHistory(by, name, versionOf(single(query, 'before')) || undefined);

  const changed = (changes: Change[]) => (
    <details>
      <summary>{t('brand.history.changes', { count: changes.length })}</summary>
      <Table
        named
        columns={[
          { label: t('brand.history.field') },
          { label: t('brand.history.before'), className: 'change' },
          { label: t('brand.history.after'), className: 'change' }
        ]}
        rows={changes.map(({ path, from, to }) => ({
          key: path,
          cells: [fieldLabel(t, locale, path), fieldValue(t, locale, path, from), fieldValue(t, locale, path, to)]
        }))}
      />
    </details>
  );

  return (
    <BrandFrame opened={opened} tab="history" query={query}>
      {versions.length === 0 && <p className="panel">{t('brand.history.none')}</p>}
      {draft && versions.length > 0 && <p className="notice">{t('brand.restore.draft')}</p>}
      <ol className="versions">
        {versions.map(({ version, publishedAt, publishedByName, restoredVersion, changes }) => (
          <li key={version} id={`version-${version}`} className="panel">
            <h2>{t('brand.history.version', { version })}</h2>
            <p className="quiet">
              <time dateTime={publishedAt.toISOString()}>{time(publishedAt)}</time> ·{' '}
              {publishedByName ?? t('brand.history.installed')}
              {restoredVersion && ` · ${t('brand.history.restored', { version: restoredVersion })}`}
            </p>
            {changed(changes)}
            {version !== current && !draft && status !== 'retired' && (
              <AskedBrandButton
                action={restoreBrandVersion}
                hidden={{ brand: name, version: String(version), current: String(current) }}
                label={t('brand.history.restore')}
                fullLabel={`${t('brand.history.restore')}: ${t('brand.history.version', { version })}`}
                question={t('brand.history.restore.question', { version })}
                confirm={t('brand.history.restore.confirm')}
                isDangerous={false}
              />
            )}
          </li>
        ))}
      </ol>
      {next && (
        <p>
          <a className="button" href={brandPath(name, 'history', { before: String(next) })}>
            {t('brand.studio.more')}
          </a>
        </p>
      )}
    </BrandFrame>
  );
});
