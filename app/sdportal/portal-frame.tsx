import type { ReactNode } from 'react';
import { languageTag } from '@/lib/core/language/locales';
import { BrandPicture } from './brand-picture';
import { Footer } from './footer';
import type { PageContext } from './page-context';
import { pageStyle } from './page-style';

/** The frame of every portal page: the brand's logo, the page, the brand's footer, in the page's language (P2.002). */
export function PortalFrame({ page, children }: { page: PageContext; children: ReactNode }) {
  const { brand, locale, t, link } = page;
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  return (
    <html lang={languageTag(locale)} dir="ltr" data-brand={brand.name} data-layout={brand.signInLayout}>
      <head>
        <style href="portal" precedence="portal">
          {pageStyle(brand)}
        </style>
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
        {/* The texts of error.tsx, which renders in the browser, where texts are unavailable. */}
        <main
          id="main"
          tabIndex={-1}
          data-failed={t('error.system.header')}
          data-advice={t('error.system.message')}
          data-again={t('error.again')}
        >
          {children}
        </main>
        {brand.signInLayout === 'split' && <BrandPicture brand={brand} />}
        <Footer page={page} />
      </body>
    </html>
  );
}
