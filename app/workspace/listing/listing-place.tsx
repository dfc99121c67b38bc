'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useTransition } from 'react';
import { withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import { dropOutdated } from '../ui/fetched-ahead';
import { mayLeave } from '../ui/navigating';
import { useIsLong } from '../ui/use-is-long';
import { addressWith, OPEN } from './listing-address';

export interface ListingPlaceValue {
  /** The current parameters of the list's address, without its position. */
  asked: Readonly<Record<string, string>>;
  /** The list's address with changed parameters, without card numbers. */
  address: (changes: Record<string, string | null>) => string;
  /** Opens that address; `quietly` replaces the current one in the history. */
  go: (changes: Record<string, string | null>, quietly?: boolean) => void;
}

const Place = createContext<ListingPlaceValue | null>(null);

export function useListingPlace(): ListingPlaceValue {
  const place = useContext(Place);
  if (!place) throw new Error('outside of a list');
  return place;
}

interface PartProps {
  /** The parameter of the list's address that holds those of the part. */
  name: string;
  children: ReactNode;
}

/** A part whose controls change parameters of their own, which are one parameter of the list's address. */
export function ListingPart({ name, children }: PartProps) {
  const outer = useListingPlace();
  const place = useMemo<ListingPlaceValue>(() => {
    const asked = Object.fromEntries(new URLSearchParams(outer.asked[name]));
    const within = (changes: Record<string, string | null>) => {
      const kept = Object.entries({ ...asked, ...changes }).filter(([, value]) => value);
      return { [name]: new URLSearchParams(Object.fromEntries(kept) as Record<string, string>).toString() || null };
    };
    return {
      asked,
      address: (changes) => outer.address(within(changes)),
      go: (changes, quietly) => outer.go(within(changes), quietly)
    };
  }, [outer, name]);
  return <Place value={place}>{children}</Place>;
}

interface Props {
  path: string;
  asked: Readonly<Record<string, string>>;
  /** The parameters of the position in the list, which opening a row keeps. */
  position: Readonly<Record<string, string>>;
  /** The record open beside the list. */
  beside: ReactNode;
  children: ReactNode;
}

/**
 * The list that its controls change: each change opens another address without loading the page. Typed card numbers are
 * masked before they could enter an address (C9.009).
 */
export function ListingPlace({ path, asked, position, beside, children }: Props) {
  const router = useRouter();
  const [isWaiting, start] = useTransition();
  const isSlow = useIsLong(isWaiting);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const place = useMemo<ListingPlaceValue>(() => {
    const masked = (changes: Record<string, string | null>) =>
      Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value && withoutCardNumbers(value)]));
    // A row opens beside the page of the list that shows it; any other change begins at the list's first page.
    const address = (changes: Record<string, string | null>) =>
      addressWith(path, OPEN in changes ? { ...asked, ...position } : asked, changes);
    // A second change may come before the page of the first is there: it must not undo it.
    let changed: Record<string, string | null> = {};
    return {
      asked,
      address: (changes) => address(masked(changes)),
      go: (changes, quietly = false) => {
        const next = { ...changed, ...masked(changes) };
        const href = address(next);
        if (!mayLeave(href)) return;
        changed = next;
        start(() => {
          dropOutdated(router, href);
          router[quietly ? 'replace' : 'push'](href, { scroll: false });
        });
      }
    };
  }, [path, asked, position, router]);
  return (
    <Place value={place}>
      <div
        className={beside ? 'listing listing-narrowed' : 'listing'}
        aria-busy={isWaiting || undefined}
        data-slow={isSlow || undefined}
        data-ready={isReady || undefined}
      >
        {children}
      </div>
      {beside}
    </Place>
  );
}
