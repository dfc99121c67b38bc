'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { FLOATING } from '../frame/shortcuts';
import { wantEdit } from './edit-wanted';
import { OPEN } from './listing-address';
import { FIRST_FIELD } from './listing-panel';
import { useListingPlace } from './listing-place';
import { useNeighbours } from './neighbours';

/** Asks the list's bulk actions to do the main one, on the ticked rows or else on the row that `detail` names. */
export const ACT = 'listing-act';

interface Props {
  /** The row open beside the list, and all rows of the page in order. */
  open: string | null;
  ids: readonly string[];
}

/** Whether a key belongs to the focused element, to something that floats, or to nobody: the user turned keys off. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true;
  if (document.documentElement.dataset.shortcuts === 'off') return true;
  if (document.querySelector(`${FLOATING}, [role="listbox"]`)) return true;
  return target instanceof HTMLElement && target.closest(TYPING) !== null;
}
const TYPING = 'input:not([type="checkbox"]), select, textarea, [contenteditable]';

const rowOf = (id: string | undefined | null) =>
  id ? document.querySelector<HTMLElement>(`.listing tr[data-row="${id}"]`) : null;
/** What a row is reached by: the link that opens it, or its checkbox. */
const handleOf = (row: HTMLElement | null) =>
  row?.querySelector<HTMLElement>('.listing-name a') ?? row?.querySelector<HTMLElement>('input[name="ids"]') ?? null;

/** The keys of a list: j and k move, x ticks, e edits, a does the main action, Escape closes the panel. */
export function ListKeys({ open, ids }: Props) {
  const { go } = useListingPlace();
  const { previous, next } = useNeighbours(ids, open);
  const last = useRef<string | null>(null);
  const after = useNeighbours(ids, last.current);
  useEffect(() => {
    // An act took the row out of the list: the one in its place is next.
    if (last.current === null || ids.includes(last.current)) return;
    last.current = null;
    if (document.activeElement === document.body) handleOf(rowOf(after.next ?? after.previous))?.focus();
  }, [ids, after.next, after.previous]);

  /** The row that has the focus, or had it last. */
  const current = () => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
    return open ?? focused ?? (last.current !== null && ids.includes(last.current) ? last.current : null);
  };
  const move = (by: 1 | -1) => {
    if (open) {
      const to = by > 0 ? next : previous;
      if (to) go({ [OPEN]: to }, true);
      return;
    }
    const at = ids.indexOf(current() ?? '');
    const to = ids[at < 0 ? 0 : at + by];
    if (!to) return;
    last.current = to;
    handleOf(rowOf(to))?.focus();
  };
  const edit = () => {
    if (open) return document.querySelector<HTMLElement>(`.beside ${FIRST_FIELD}`)?.focus();
    const link = rowOf(current())?.querySelector<HTMLElement>('.listing-name a');
    if (!link) return;
    wantEdit();
    link.click();
  };
  const act = () => {
    if (open) return document.querySelector<HTMLElement>('.beside [data-act]')?.click();
    document.querySelector('form.listing-rows')?.dispatchEvent(new CustomEvent(ACT, { detail: current() }));
  };
  const acts: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    x: () => rowOf(current())?.querySelector<HTMLElement>('input[name="ids"]')?.click(),
    e: edit,
    a: act,
    ...(open && {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: () => go({ [OPEN]: null }, true)
    })
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const does = Object.hasOwn(acts, event.key) && !event.shiftKey ? acts[event.key] : undefined;
    if (!does || isTaken(event)) return;
    event.preventDefault();
    does();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return null;
}
