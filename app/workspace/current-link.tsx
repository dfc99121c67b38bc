'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** A link that says so when it leads to the page it stands on. */
export function CurrentLink({ href, children }: { href: string; children: ReactNode }) {
  const current = usePathname() === href;
  return (
    <a href={href} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}
