import { createHash } from 'node:crypto';
import type { Brand } from '@/lib/brands/directory';
import { pagePolicy } from '@/lib/core/http/page-policy.mjs';
import { type Locale, languageTag } from '@/lib/core/locales';
import { translator } from '@/lib/core/texts';
import { Footer } from '../../../../../sdportal/footer';
import type { PageContext } from '../../../../../sdportal/page-context';
import { pageStyle } from '../../../../../sdportal/page-style';
import { signInHeading } from '../../../../../sdportal/sign-in-heading';
import { SignIn } from './sign-in-view';

/**
 * The sign-in page for a frame in a page of this very host, as a visitor of `brand` would see it: nothing in it
 * runs, no form can be sent from it, and no link leads on.
 */
export async function framedSignIn(brand: Brand, locale: Locale): Promise<Response> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const page = { brand, locale, t: translator(locale, brand.texts[locale]), link: () => '#' };
  const style = pageStyle(brand);
  const policy = pagePolicy({
    scripts: [],
    styles: [`'sha256-${createHash('sha256').update(style).digest('base64')}'`]
  });
  return new Response(`<!doctype html>${renderToStaticMarkup(<Document page={page} style={style} />)}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `${policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`
    }
  });
}

function Document({ page, style }: { page: PageContext; style: string }) {
  const { brand, locale } = page;
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  return (
    <html lang={languageTag(locale)} dir="ltr" data-brand={brand.name}>
      <head>
        <meta charSet="utf-8" />
        <title>{signInHeading(page)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header className="header">
          <a className="header-inner" href="#main">
            {logo ? (
              <img src={logo.address} alt={brand.displayName} height="40" />
            ) : (
              <strong>{brand.displayName}</strong>
            )}
          </a>
        </header>
        <main id="main">
          <SignIn page={page} />
        </main>
        <Footer page={page} />
      </body>
    </html>
  );
}
