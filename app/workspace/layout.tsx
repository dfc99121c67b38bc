import './workspace.css';
import type { ReactNode } from 'react';
import { now } from '@/lib/core/clock';
import { languageTag } from '@/lib/core/locales';
import { VERSION } from '@/lib/core/version';
import { themeStyle } from '../sdportal/portal-shell';
import { AccessBanner } from './access-banner';
import { CurrentLink } from './current-link';
import { screensFor } from './navigation';
import { NavigationLinks } from './navigation-links';
import { SessionWarning } from './session-warning';
import { signedIn } from './signed-in';

/** The workspace's frame: the brand carried in from the portal, who is signed in, where one can go, the way out. */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { account, brand, principal, locale, t, nonce } = await signedIn();
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  const groups = screensFor(principal);
  return (
    <html lang={languageTag(locale)} dir="ltr" data-brand={brand.name}>
      <head>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: themeStyle(brand.theme) }} />
      </head>
      <body>
        <div>
          <a className="skip" href="#main">
            {t('skip.to.content')}
          </a>
          {principal.accessor && <AccessBanner name={`${account.firstName} ${account.lastName}`} t={t} />}
          <header className="bar">
            <a className="bar-logo" href="/workspace">
              {logo ? (
                <img src={logo.address} alt={brand.displayName} height="32" />
              ) : (
                <strong>{brand.displayName}</strong>
              )}
            </a>
            <div className="bar-person">
              <span>{`${account.firstName} ${account.lastName}`}</span>
              {!principal.accessor && (
                <>
                  <CurrentLink href="/workspace/people/own-roles">{t(`role.${principal.role}`)}</CurrentLink>
                  <CurrentLink href="/workspace/profile">{t('profile.title')}</CurrentLink>
                </>
              )}
              <form method="post" action="/workspace/sign-out">
                <button type="submit">{t('sign.out')}</button>
              </form>
            </div>
          </header>
          <details className="menu">
            <summary>{t('navigation.menu')}</summary>
            <NavigationLinks groups={groups} t={t} id="menu" />
          </details>
        </div>
        <div className="frame">
          <NavigationLinks groups={groups} t={t} id="side" />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
        <footer className="foot">
          <span>{t('app.copyright', { year: String(now().getUTCFullYear()) })}</span>
          <span>{t('app.version', { version: VERSION })}</span>
        </footer>
        <SessionWarning />
      </body>
    </html>
  );
}
