import './workspace.css';
import type { ReactNode } from 'react';
import { languageTag } from '@/lib/core/locales';
import { themeStyle } from '../sdportal/portal-shell';
import { CurrentLink } from './current-link';
import { SessionWarning } from './session-warning';
import { signedIn } from './signed-in';

/** The workspace's frame: the brand carried in from the portal, who is signed in, the way out. */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { account, brand, actor, locale, t, nonce } = await signedIn();
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  return (
    <html lang={languageTag(locale)} dir="ltr" data-brand={brand.name}>
      <head>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: themeStyle(brand.theme) }} />
      </head>
      <body>
        <a className="skip" href="#main">
          {t('skip.to.content')}
        </a>
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
            <CurrentLink href="/workspace/profile">{t('profile.title')}</CurrentLink>
            <form method="post" action="/workspace/sign-out">
              <button type="submit">{t('sign.out')}</button>
            </form>
          </div>
        </header>
        <nav className="tabs" aria-label={t('navigation.label')}>
          <CurrentLink href="/workspace">{t('home.title')}</CurrentLink>
          {actor.role === 'Z' && <CurrentLink href="/workspace/brands">{t('brand.studio.title')}</CurrentLink>}
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SessionWarning />
      </body>
    </html>
  );
}
