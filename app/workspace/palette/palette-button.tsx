'use client';

import { Search } from 'lucide-react';
import { lazy, Suspense, startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { afterwards, useLoadedInIdleTime } from '../ui/in-idle-time';
import type { PaletteTexts } from './palette-texts';
import { keepTypedAhead } from './typed-ahead';

const load = () => import('./palette');
const Palette = lazy(load);

const OPEN = 'workspace-palette';

/** Opens the command palette. */
export const openPalette = () => document.dispatchEvent(new Event(OPEN));

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The button that opens the command palette, where a search field would be; the palette's script loads in idle time. */
export function PaletteButton({ texts }: { texts: PaletteTexts }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  useLoadedInIdleTime(load);
  const onApple = useSyncExternalStore(never, isApple, () => false);
  useEffect(() => {
    const open = () => {
      keepTypedAhead();
      startTransition(() => {
        setIsNeeded(true);
        setIsOpen(true);
      });
    };
    document.addEventListener(OPEN, open);
    return () => document.removeEventListener(OPEN, open);
  }, []);
  const onOpenChange = useCallback((next: boolean) => afterwards(() => setIsOpen(next)), []);
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
          <Palette isOpen={isOpen} onOpenChange={onOpenChange} texts={texts} />
        </Suspense>
      )}
    </>
  );
}
