'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface Props {
  href: string;
  /** Sections below this link that have their own links. */
  apart?: readonly string[];
  children: ReactNode;
}

/** A link that is marked as current on its own page and in its section of the workspace. */
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
