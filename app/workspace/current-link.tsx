'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** A link that says so when it leads to the page it stands on, or to the part of the workspace it is in. */
export function CurrentLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname();
  const inside = href !== '/workspace' && path.startsWith(`${href}/`);
  return (
    <a href={href} aria-current={path === href ? 'page' : inside ? 'true' : undefined}>
      {children}
    </a>
  );
}
