import './workspace.css';
import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { typefaceFile } from '@/lib/brand/brands/typefaces';
import { workspaceStyle, workspaceTypeface } from '@/lib/brand/brands/workspace-style';
import { languageTag } from '@/lib/core/language/locales';
import { ErrorTextsProvider } from './error-texts';
import { CountsProvider } from './frame/counts';
import { Frame } from './frame/frame';
import { MaintenanceBanner } from './maintenance/banner';
import { SessionWarning } from './session-warning';
import { signedIn } from './signed-in';
import { NavigatingProvider } from './ui/navigating';
import { Toasts } from './ui/toasts';

/** The title of pages without one, such as the not-found page. */
export async function generateMetadata(): Promise<Metadata> {
  const { brand } = await signedIn();
  return { title: brand.appName };
}

/** Every page of the workspace, in its frame. */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { brand, display, locale, t, nonce } = await signedIn();
  const typeface = typefaceFile(workspaceTypeface(brand));
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
        {/* The parts' library gives it to the one style that it adds. */}
        <meta property="csp-nonce" nonce={nonce} />
        {typeface && <link rel="preload" href={typeface} as="font" type="font/woff2" crossOrigin="anonymous" />}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: workspaceStyle(brand) }} />
      </head>
      <body>
        <a className="skip" href="#main">
          {t('skip.to.content')}
        </a>
        <NavigatingProvider locale={languageTag(locale)}>
          <CountsProvider>
            <Frame>
              <main id="main" tabIndex={-1}>
                <MaintenanceBanner />
                <ErrorTextsProvider texts={errors}>{children}</ErrorTextsProvider>
                <div id="floating" />
              </main>
            </Frame>
          </CountsProvider>
          <Toasts undoLabel={t('undo')} />
        </NavigatingProvider>
        <Suspense>
          <SessionWarning />
        </Suspense>
      </body>
    </html>
  );
}
