import type { ReactNode } from 'react';
import type { Translate } from '@/lib/core/language/texts';
import { PageHead } from '../ui/page-head';
import { Tabs } from '../ui/tabs';

const PAGES = [
  ['/workspace/registrations', 'registrations.title'],
  ['/workspace/registrations/locks', 'registration.locks.title'],
  ['/workspace/registrations/corporate-codes', 'corporate.codes.title']
] as const;

/** The frame of the lists of self-registration. */
export function Frame({ t, path, children }: { t: Translate; path: (typeof PAGES)[number][0]; children: ReactNode }) {
  const title = PAGES.find(([href]) => href === path)?.[1] ?? 'registrations.title';
  return (
    <>
      <PageHead title={t(title)} />
      <Tabs
        label={t('registrations.title')}
        tabs={PAGES.map(([href, label]) => ({ href, label: t(label), current: href === path }))}
      />
      {children}
    </>
  );
}
