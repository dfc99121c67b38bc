import './workspace.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { brandStyle } from '@/lib/brand/brands/theme-style';
import { languageTag } from '@/lib/core/language/locales';
import { AccessBanner } from './access-banner';
import { Bar } from './bar';
import { NavigationToggle } from './display/navigation-toggle';
import { ErrorTextsProvider } from './error-texts';
import { Foot } from './foot';
import { MaintenanceBanner } from './maintenance/banner';
import { screensFor } from './navigation';
import { NavigationLinks } from './navigation-links';
import { SessionWarning } from './session-warning';
import { signedIn } from './signed-in';

/** The title of pages without one, such as the not-found page. */
export async function generateMetadata(): Promise<Metadata> {
  const { brand } = await signedIn();
  return { title: brand.appName };
}

/** The workspace's frame: the brand, the user, the navigation and the sign-out. */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { account, brand, display, principal, program, locale, t, nonce } = await signedIn();
  const groups = screensFor(principal, program);
  const errors = {
    unexpected: t('error.unexpected'),
    unknown: t('error.unknown'),
    advice: t('error.system.message'),
    again: t('error.again'),
    reference: t('error.reference', { reference: '{reference}' })
  };
  return (
    <html
      lang={languageTag(locale)}
      dir="ltr"
      data-brand={brand.name}
      data-scheme={display.scheme}
      data-navigation={display.navigation}
      data-shortcuts={display.shortcuts}
    >
      <head>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: brandStyle(brand) }} />
      </head>
      <body>
        <div>
          <a className="skip" href="#main">
            {t('skip.to.content')}
          </a>
          {principal.accessor && <AccessBanner name={`${account.firstName} ${account.lastName}`} t={t} />}
          <Bar />
          <details className="menu">
            <summary>{t('navigation.menu')}</summary>
            <NavigationLinks groups={groups} t={t} id="menu" />
          </details>
        </div>
        <div className="frame">
          <div className="side">
            <NavigationToggle chosen={display.navigation} label={t('navigation.label')} />
            <NavigationLinks groups={groups} t={t} id="side" />
          </div>
          <main id="main" tabIndex={-1}>
            <MaintenanceBanner />
            <ErrorTextsProvider texts={errors}>{children}</ErrorTextsProvider>
          </main>
        </div>
        <Foot />
        <SessionWarning />
      </body>
    </html>
  );
}
