import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { openSetAside } from '@/lib/brand/studio/conflicts';
import { type OpenBrand, openBrand } from '@/lib/brand/studio/drafts';
import { isTextKey } from '@/lib/core/language/texts';
import { Notice } from '../ui/notice';
import { Tabs } from '../ui/tabs';
import { administrator } from './administrator';
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

const TABS = { design: '', texts: '/texts', images: '/images', hostnames: '/hostnames', history: '/history' };

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
  const address = `/workspace/brands/${encodeURIComponent(name)}`;
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
          href: `${address}${TABS[key]}`,
          label: t(`brand.studio.tab.${key}`),
          current: key === tab
        }))}
      />
      <Said opened={opened} query={query} />
      {aside && tab && (
        <p className="notice">
          {t('brand.conflict.open')} <a href={`${address}/conflict`}>{t('brand.conflict.look')}</a>
        </p>
      )}
      {children}
    </>
  );
}

const DONE = ['saved', 'published', 'discarded'] as const;
/** Refusals shown above the page; refusals of fields are shown at the fields. */
const PROBLEMS =
  /^(brand\.(archived|archive\.default|archive\.heirs|draft\.changed|restore\.draft|contrast|contrast\.heir|parent\.unknown|abbreviation\.taken)|hostname\.(taken|local|invalid|dns\.failed|record\.missing)|image\.(too\.large|not\.(png|jpeg)|not\.svg|active)|file\.scanner\.down|text\.[a-z.]+|required|too\.long|not\.found)$/;

async function Said({ opened, query }: { opened: OpenBrand; query: Query }) {
  const { t } = await administrator();
  const done = DONE.find((each) => each === single(query, 'done'));
  const problem = single(query, 'problem') ?? '';
  const { version } = opened;
  if (done) {
    return (
      <Notice kind="success">
        <p>
          {t(`brand.studio.${done}`, { version })}{' '}
          {done === 'published' && version > 1 && (
            <a href={`/workspace/brands/${opened.name}/history#version-${version - 1}`}>{t('brand.studio.undo')}</a>
          )}
        </p>
      </Notice>
    );
  }
  if (!PROBLEMS.test(problem)) return null;
  const key = problem.startsWith('brand.contrast') ? 'brand.contrast.low' : problem;
  return (
    <Notice kind="problem">
      <p>{isTextKey(key) ? t(key) : key}</p>
    </Notice>
  );
}
