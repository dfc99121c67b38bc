'use client';

import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { PaletteTexts } from './palette-texts';

const load = () => import('./palette');
const Palette = lazy(load);

const OPEN = 'workspace-palette';

/** Opens the command palette. */
export const openPalette = () => document.dispatchEvent(new Event(OPEN));

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The button that opens the command palette, where a search field would be; the palette's script loads when it is needed. */
export function PaletteButton({ texts }: { texts: PaletteTexts }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  const onApple = useSyncExternalStore(never, isApple, () => false);
  useEffect(() => {
    const open = () => {
      setIsNeeded(true);
      setIsOpen(true);
    };
    document.addEventListener(OPEN, open);
    return () => document.removeEventListener(OPEN, open);
  }, []);
  return (
    <>
      <button
        type="button"
        className="bar-search"
        aria-label={texts.button}
        onClick={openPalette}
        onPointerEnter={() => void load()}
        aria-keyshortcuts={onApple ? 'Meta+K' : 'Control+K'}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="bar-search-text">{texts.button}</span>
        <kbd>{onApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isNeeded && (
        <Suspense>
          <Palette isOpen={isOpen} onOpenChange={setIsOpen} texts={texts} />
        </Suspense>
      )}
    </>
  );
}
