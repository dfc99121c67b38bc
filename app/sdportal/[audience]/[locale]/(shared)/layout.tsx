import type { ReactNode } from 'react';

/**
 * Pages that are the same for everybody: each is rendered on the first request for a brand and language and cached for
 * 900 s (P9.010; lib/core/http/page-cache.mjs).
 */
export const dynamic = 'force-static';
export const revalidate = 900;

export const generateStaticParams = () => [];

export default function SharedLayout({ children }: { children: ReactNode }) {
  return children;
}
