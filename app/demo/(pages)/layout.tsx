import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { BeyondSignIn } from '@/app/sdportal/beyond-sign-in';
import { PortalFrame } from '@/app/sdportal/portal-frame';
import { demoContext } from './demo-page';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = { icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } } };

/** The frame of the demo pages, where they are enabled (demo-only.ts). Their text is in English only. */
export default async function DemoLayout({ children }: { children: ReactNode }) {
  return (
    <PortalFrame page={await demoContext()}>
      <BeyondSignIn />
      {children}
    </PortalFrame>
  );
}
