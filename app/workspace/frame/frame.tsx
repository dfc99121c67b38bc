import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { cookieOf } from '@/lib/core/http/cookies';
import { AccessBanner } from '../access-banner';
import { PREFERENCES } from '../display/preferences';
import { creatable, openScreens } from '../navigation';
import { PaletteButton } from '../palette/palette-button';
import { paletteTexts } from '../palette/palette-texts';
import { signedIn } from '../signed-in';
import { BrandMark } from './brand-mark';
import type { Entry } from './entries';
import { Foot } from './foot';
import { InboxBell } from './inbox-bell';
import { levelsOf } from './levels';
import { RailToggle, SideNavigation } from './navigation';
import { NewMenu } from './new-menu';
import { PersonMenu } from './person-menu';
import { RunningJobs } from './running-jobs';
import { ThumbBar } from './thumb-bar';

/** What stands around every page: the navigation with the brand and the person, the header, a phone's bar, the foot. */
export async function Frame({ children }: { children: ReactNode }) {
  const { account, brand, display, principal, program, t } = await signedIn();
  const levels = levelsOf(principal, program, t);
  const folded = (cookieOf(new Headers(await headers()), 'navigation-folded') ?? '').split('~');
  const person = await personMenu();
  const texts = {
    label: t('navigation.label'),
    collapse: t('navigation.collapse'),
    expand: t('navigation.expand'),
    back: t('navigation.back'),
    setup: t('setup.title'),
    waiting: t('navigation.waiting', { count: '{count}' })
  };
  const news: Entry[] = creatable(principal, program).map(({ href, label }) => ({ href, label: t(label) }));
  return (
    <div className="app">
      <aside className="side" aria-label={brand.displayName}>
        <div className="side-head">
          <BrandMark brand={brand} />
        </div>
        <div className="side-scroll">
          <SideNavigation {...{ levels, texts, folded }} chosen={display.navigation} />
        </div>
        <div className="side-foot">
          <PersonMenu {...person} />
        </div>
      </aside>
      <div className="app-page">
        {principal.accessor && <AccessBanner name={`${account.firstName} ${account.lastName}`} t={t} />}
        <header className="bar">
          <RailToggle chosen={display.navigation} texts={texts} />
          <div className="bar-brand">
            <BrandMark brand={brand} />
          </div>
          <PaletteButton texts={paletteTexts(t)} />
          <div className="bar-end">
            <RunningJobs text={t('header.running', { count: '{count}' })} />
            {!principal.accessor && <InboxBell label={t('inbox.title')} waiting={texts.waiting} />}
            {!principal.accessor && <NewMenu label={t('header.new')} entries={news} />}
            <div className="bar-person">
              <PersonMenu {...person} isSmall />
            </div>
          </div>
        </header>
        {children}
        <Foot />
      </div>
      <ThumbBar
        {...{ levels, folded }}
        texts={{ ...texts, more: t('navigation.more'), close: t('shortcuts.close'), bar: t('navigation.bar') }}
      />
    </div>
  );
}

/** What the person's menu shows, beside the page and on a phone. */
async function personMenu() {
  const { account, display, principal, program, t } = await signedIn();
  const { firstName, lastName } = account;
  const screens = openScreens(principal, program).filter(({ group }) => group === 'person');
  return {
    person: {
      name: `${firstName} ${lastName}`,
      role: t(`role.${principal.role}`),
      userId: account.userId
    },
    entries: screens.map(({ href, label, icon }): Entry => ({ href, label: t(label), icon })),
    scheme: display.scheme,
    texts: {
      label: t('person.menu'),
      scheme: t('display.scheme'),
      schemes: Object.fromEntries(
        PREFERENCES.scheme.values.map((value) => [value, t(`display.scheme.${value}`)])
      ) as Record<string, string>,
      shortcuts: t('shortcuts.title'),
      signOut: t('sign.out'),
      running: t('header.running', { count: '{count}' }),
      keep: principal.accessor ? null : t('quick.link.add'),
      failed: t('save.failed')
    }
  };
}
