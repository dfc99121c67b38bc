import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { PortalFrame } from '@/app/sdportal/portal-frame';

interface Props {
  params: Promise<PageParams>;
  children: ReactNode;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand } = await pageContext(params);
  return { title: brand.appName, icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } } };
}

export async function generateViewport({ params }: Props): Promise<Viewport> {
  const { brand } = await pageContext(params);
  return { themeColor: brand.theme.primary };
}

export default async function PortalLayout({ params, children }: Props) {
  return <PortalFrame page={await pageContext(params)}>{children}</PortalFrame>;
}
