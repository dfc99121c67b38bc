import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { DEFAULT_THEME } from '@/lib/brand/brands/theme';
import { themeStyle } from '@/lib/brand/brands/theme-style';
import { VERSION } from '@/lib/core/server/version';
import { referenceStyle } from './generated/style';

/**
 * The page is the same for everybody: it is rendered once and cached with its policy (lib/core/http/page-cache.mjs).
 */
export const dynamic = 'force-static';

export const metadata: Metadata = { icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } } };

/** The frame of the API reference. It belongs to no brand. */
export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <style dangerouslySetInnerHTML={{ __html: `${themeStyle(DEFAULT_THEME)}${referenceStyle}` }} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header>
          <div>
            <strong>Tessera</strong> {VERSION}
          </div>
        </header>
        {children}
      </body>
    </html>
  );
}
