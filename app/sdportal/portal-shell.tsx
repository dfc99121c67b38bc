import type { ReactNode } from 'react';
import { contrast } from '@/lib/brands/contrast';
import type { Theme } from '@/lib/brands/theme';
import { languageTag } from '@/lib/core/locales';
import { Footer } from './footer';
import type { PageContext } from './page-context';

/** Theme tokens as CSS custom properties: `onPrimary` becomes `--on-primary`. */
export function themeStyle(theme: Theme): string {
  const properties = Object.entries(theme).map(
    ([token, value]) => `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`
  );
  // What stands on the header without a logo: the name, the focus ring.
  const onHeader =
    contrast('#ffffff', theme.headerBackground) > contrast(theme.text, theme.headerBackground) ? '#ffffff' : theme.text;
  return `:root{${properties.join(';')};--on-header:${onHeader}}`;
}

interface Props {
  page: PageContext;
  title: string;
  style: string;
  script: string;
  scriptData: object | undefined;
  children: ReactNode;
}

/** The shell around every portal page: brand logo, page, brand footer (P2.002). */
export function PortalShell({ page, title, style, script, scriptData, children }: Props) {
  const { brand, locale, t, link } = page;
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  return (
    <html lang={languageTag(locale)} dir="ltr" data-brand={brand.name}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={brand.theme.primary} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a className="skip" href="#main">
          {t('skip.to.content')}
        </a>
        <header className="header">
          <a className="header-inner" href={link('login-signin-component')}>
            {logo ? (
              <img src={logo.address} alt={brand.displayName} height="40" />
            ) : (
              <strong>{brand.displayName}</strong>
            )}
          </a>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer page={page} />
        {scriptData && (
          <script
            id="page-data"
            type="application/json"
            dangerouslySetInnerHTML={{ __html: JSON.stringify(scriptData).replaceAll('<', '\\u003c') }}
          />
        )}
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}
