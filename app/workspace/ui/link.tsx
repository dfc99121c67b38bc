'use client';

import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { useGo } from './navigating';

type Props = Omit<ComponentProps<typeof NextLink>, 'href' | 'onNavigate' | 'prefetch'> & { href: string };

/**
 * A link between pages of the workspace, without a reload. Pages are not prefetched: each is made for one user at one
 * moment, and one kept from before would hide what was done since.
 */
export function Link(props: Props) {
  const go = useGo();
  return (
    <NextLink
      {...props}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        go(props.href, { scroll: props.scroll ?? true });
      }}
    />
  );
}
