'use client';

import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { openPalette } from '../palette/palette-button';
import { afterwards, useLoadedInIdleTime } from '../ui/in-idle-time';
import { useGo } from '../ui/navigating';

const load = () => import('./shortcut-list');
const ShortcutList = lazy(load);

export interface ShortcutTexts {
  title: string;
  /** The title of the keys that open screens. */
  screens: string;
  close: string;
}

/** Keys that act at one place of the page. */
export interface KeyGroup {
  title: string;
  /** What stands on the pages where they are heard; undefined: they are heard on each. */
  mark?: string | undefined;
  lines: { keys: readonly string[]; text: string }[];
}

interface Props {
  screens: { key: string; href: string; label: string }[];
  groups: KeyGroup[];
  texts: ShortcutTexts;
  /** The setting that turns them off. */
  children: ReactNode;
}

const OPEN = 'workspace-shortcuts';

/** Opens the overlay that lists the keys. */
export const openShortcuts = () => document.dispatchEvent(new Event(OPEN));

/** How long `g` waits for the second key. */
const SEQUENCE_MILLIS = 1_500;

/** What floats over the page, or is about to: its button is pressed before it stands there. */
export const FLOATING = 'dialog[open], [role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"]';

const isInDialog = () => document.querySelector(FLOATING) !== null;

/** Whether a key belongs to the focused element or to a dialog. */
export function isTaken({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true;
  if (document.documentElement.dataset.shortcuts === 'off' || isInDialog()) return true;
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}

/** Whether these are the keys of the palette, which are heard in a field too: a single key is not one of them. */
const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Handles keys: `g` and a key open a screen, Ctrl+K, ⌘K and `/` the palette, `?` lists the keys. */
export function Shortcuts({ screens, groups, texts, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [here, setHere] = useState<KeyGroup[] | null>(null);
  const go = useGo();
  useLoadedInIdleTime(load);
  useEffect(() => {
    const open = () =>
      startTransition(() => {
        setHere(groups.filter(({ mark }) => mark === undefined || document.querySelector(mark)));
        setIsOpen(true);
      });
    let going = 0;
    const press = (event: KeyboardEvent) => {
      const isPalette = isPaletteKey(event) && !isInDialog();
      if (!isPalette && isTaken(event)) return;
      const screen = Date.now() < going ? screens.find(({ key }) => key === event.key) : undefined;
      going = event.key === 'g' ? Date.now() + SEQUENCE_MILLIS : 0;
      if (screen) go(screen.href);
      else if (event.key === '?') open();
      else if (isPalette || event.key === '/') {
        event.preventDefault();
        openPalette();
      }
    };
    document.addEventListener('keydown', press);
    document.addEventListener(OPEN, open);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener(OPEN, open);
    };
  }, [screens, groups, go]);
  const ofScreens = screens.map(({ key, label }) => ({ keys: [`g ${key}`], text: label }));
  return (
    <>
      <button type="button" className="link" onClick={openShortcuts} onPointerEnter={() => void load()}>
        {texts.title}
      </button>
      {here && (
        <Suspense>
          <ShortcutList
            groups={[...here, { title: texts.screens, lines: ofScreens }]}
            texts={texts}
            isOpen={isOpen}
            onOpenChange={(next) => afterwards(() => setIsOpen(next))}
          >
            {children}
          </ShortcutList>
        </Suspense>
      )}
    </>
  );
}
