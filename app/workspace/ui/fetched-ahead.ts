'use client';

import { useRouter } from 'next/navigation';
import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react';

/** How long the router shows a page that it fetched ahead (`staleTimes.static` of next.config.mjs). */
const KEPT_MILLIS = 30_000;
/** How long a pointer rests on a link that is meant: it passes others on its way. */
const INTENT_MILLIS = 80;
/** What the user has just done may still be on its way to the server. */
const DONE_MILLIS = 1000;

type Router = Pick<ReturnType<typeof useRouter>, 'prefetch' | 'refresh'>;

/** With the data of the page: what is made for one user is otherwise not fetched ahead. */
const WHOLE = { kind: 'full' } as Parameters<Router['prefetch']>[1];

/** When the router last asked for a page: ahead of a move to it, or to show it. */
const askedAt = new Map<string, number>();
const aheadAt = new Map<string, number>();
let pressedAt = 0;

/** Whether an event opens or reaches a link, which changes nothing. */
function isMove({ target, type, key }: Event & { key?: string }): boolean {
  if (key === 'Tab' || key === 'Shift') return true;
  const isOnLink = target instanceof Element && target.closest('a[href]') !== null;
  return isOnLink && (type === 'pointerdown' || key === 'Enter');
}

const isKept = (asked: number | undefined): asked is number => asked !== undefined && Date.now() - asked < KEPT_MILLIS;

/**
 * Before a move: drops what the router fetched ahead if the user has done anything since but following links, so that
 * no page hides what was done. The router keeps such a page after a move to it too.
 */
export function dropOutdated(router: Router, href: string): void {
  const asked = aheadAt.get(href);
  // The router counts from the answer, which may have taken long.
  if (asked === undefined || asked > pressedAt || Date.now() - asked > 2 * KEPT_MILLIS) return;
  // It drops every page.
  aheadAt.clear();
  askedAt.clear();
  router.refresh();
}

/** Remembers that a page is shown, which the router would take for a page fetched ahead. */
export const noteShown = (href: string): void => void askedAt.set(href, Date.now());

/** Notes from now on when the user does something; returns the end of it. */
export function watchPresses(): () => void {
  const note = (event: Event) => {
    if (!isMove(event)) pressedAt = Date.now();
  };
  const types = ['pointerdown', 'keydown', 'paste', 'drop'];
  for (const type of types) document.addEventListener(type, note, { capture: true, passive: true });
  return () => {
    for (const type of types) document.removeEventListener(type, note, { capture: true });
  };
}

function fetchAhead(router: Router, href: string): void {
  if (href === location.pathname) return;
  const asked = askedAt.get(href);
  // The router would not ask again, and what it holds was perhaps changed.
  if (isKept(asked) && asked <= pressedAt) return;
  if (!isKept(asked)) askedAt.set(href, Date.now());
  aheadAt.set(href, askedAt.get(href) as number);
  router.prefetch(href, WHOLE);
}

/** Attributes of a link whose page is fetched once the pointer or the focus rests on it, so that the press finds it there. */
export function useFetchedAhead(href: string) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (Date.now() - pressedAt > DONE_MILLIS) fetchAhead(router, href);
    }, INTENT_MILLIS);
  };
  const leave = () => clearTimeout(timer.current);
  return {
    onPointerEnter: wait,
    onPointerLeave: leave,
    onPointerDown: ({ pointerType, button }: PointerEvent) => {
      leave();
      // A finger may begin to scroll.
      if (pointerType === 'mouse' && button === 0) fetchAhead(router, href);
    },
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) wait();
    },
    onBlur: leave
  };
}
