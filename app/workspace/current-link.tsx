'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface Props {
  href: string;
  /** Parts of the workspace below it that have links of their own. */
  apart?: readonly string[];
  children: ReactNode;
}

/** A link that says so when it leads to the page it stands on, or to the part of the workspace it is in. */
export function CurrentLink({ href, apart = [], children }: Props) {
  const path = usePathname();
  const isIn = (part: string) => path === part || path.startsWith(`${part}/`);
  const inside = href !== '/workspace' && isIn(href) && !apart.some(isIn);
  return (
    <a href={href} aria-current={path === href ? 'page' : inside ? 'true' : undefined}>
      {children}
    </a>
  );
}
