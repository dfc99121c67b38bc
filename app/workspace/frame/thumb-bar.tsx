'use client';

import { Ellipsis } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { lazy, Suspense, useEffect } from 'react';
import { ScreenLink } from '../ui/link';
import { useOpener } from '../ui/use-opener';
import { CountBadge, describeCount, useCounts } from './counts';
import { currentIn, type Levels } from './entries';
import type { NavigationTexts } from './navigation';
import { ScreenIcon } from './screen-icon';

const load = () => import('./navigation-sheet');
const NavigationSheet = lazy(load);

export interface ThumbBarProps {
  levels: Levels;
  texts: NavigationTexts & { more: string; close: string; bar: string };
  folded: readonly string[];
}

/** The bar at the bottom of a phone: the screens used most, and "More" for the whole navigation. */
export function ThumbBar({ levels, texts, folded }: ThumbBarProps) {
  const path = usePathname();
  const { waiting } = useCounts();
  const { button, opened, isNeeded } = useOpener('dialog', load);
  const { onOpenChange } = opened;
  const current = currentIn(levels.thumbs, path);
  useEffect(() => onOpenChange(false), [path, onOpenChange]);
  return (
    <nav className="thumb-bar" aria-label={texts.bar}>
      {levels.thumbs.map(({ href, label, icon }) => (
        <ScreenLink
          key={href}
          href={href}
          className="thumb"
          aria-current={path === href ? 'page' : href === current ? 'true' : undefined}
          aria-description={describeCount(waiting[href], texts.waiting)}
        >
          {icon && <ScreenIcon name={icon} size={20} />}
          <span className="thumb-text">{label}</span>
          <CountBadge count={waiting[href]} />
        </ScreenLink>
      ))}
      <button {...button} className="thumb">
        <Ellipsis size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="thumb-text">{texts.more}</span>
      </button>
      {isNeeded && (
        <Suspense>
          <NavigationSheet {...{ levels, texts, folded }} isOpen={opened.isOpen} onOpenChange={onOpenChange} />
        </Suspense>
      )}
    </nav>
  );
}
