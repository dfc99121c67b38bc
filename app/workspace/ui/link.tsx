'use client';

import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { mergeProps } from 'react-aria/mergeProps';
import { useFetchedAhead } from './fetched-ahead';
import { useGo } from './navigating';

type Props = Omit<ComponentProps<typeof NextLink>, 'href' | 'onNavigate' | 'prefetch'> & { href: string };

/**
 * A link between pages of the workspace, without a reload. Pages are not prefetched when their links are seen: each is
 * made for one user at one moment, and one kept from before would hide what was done since.
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

/** A `Link` of the navigation, whose page is fetched while the pointer rests on it. */
export const ScreenLink = (props: Props) => <Link {...mergeProps(props, useFetchedAhead(props.href))} />;
