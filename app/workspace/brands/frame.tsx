import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { openSetAside } from '@/lib/brand/studio/conflicts';
import { type OpenBrand, openBrand } from '@/lib/brand/studio/drafts';
import { DoneNotice } from '../ui/notice';
import { Tabs } from '../ui/tabs';
import { administrator } from './administrator';
import { brandPath } from './brand-path';
import { StateBadge } from './state-badge';

export type Query = Record<string, string | string[] | undefined>;

/** One value of a query; a name sent twice counts as not sent. */
export function single(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
}

/** The brand named in the page's address, with the data its pages need; not found if unknown. */
export async function brandPage(params: Promise<{ name: string }>, searchParams: Promise<Query>) {
  const context = await administrator();
  const brand = await openBrand(context.by, decodeURIComponent((await params).name));
  if (!brand) notFound();
  return { ...context, opened: brand, query: await searchParams };
}

const TABS = { design: '', texts: 'texts', images: 'images', hostnames: 'hostnames', history: 'history' };

interface Props {
  opened: OpenBrand;
  tab: keyof typeof TABS | null;
  query: Query;
  children: ReactNode;
}

/** The head of every page of a brand: name, state, tabs and the last action's notice. */
export async function BrandFrame({ opened, tab, query, children }: Props) {
  const { by, t, time } = await administrator();
  const { name, content, version, draft, status } = opened;
  const aside = await openSetAside(by, opened);
  const state = status === 'retired' ? 'archived' : version === 0 ? 'new' : draft ? 'changed' : 'published';
  return (
    <>
      <div className="studio-head">
        <p>
          <a href="/workspace/brands">{t('brand.studio.title')}</a>
        </p>
        <h1>{content.displayName || name}</h1>
        <p className="studio-state">
          <StateBadge state={state} t={t} />
          {version > 0 && <span>{t('brand.history.version', { version })}</span>}
          {draft && <span>{t('brand.studio.draft', { time: time(draft.savedAt), name: draft.savedByName })}</span>}
        </p>
      </div>
      <Tabs
        label={content.displayName || name}
        tabs={(Object.keys(TABS) as (keyof typeof TABS)[]).map((key) => ({
          href: brandPath(name, TABS[key]),
          label: t(`brand.studio.tab.${key}`),
          current: key === tab
        }))}
      />
      <DoneNotice
        query={query}
        texts={{
          saved: t('brand.studio.saved'),
          discarded: t('brand.studio.discarded'),
          published: (
            <p>
              {t('brand.studio.published', { version })}{' '}
              {version > 1 && (
                <a href={`${brandPath(name, 'history')}#version-${version - 1}`}>{t('brand.studio.undo')}</a>
              )}
            </p>
          )
        }}
      />
      {aside && tab && (
        <p className="notice">
          {t('brand.conflict.open')} <a href={brandPath(name, 'conflict')}>{t('brand.conflict.look')}</a>
        </p>
      )}
      {children}
    </>
  );
}
