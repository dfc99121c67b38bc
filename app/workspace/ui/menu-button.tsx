'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { useLoadedInIdleTime } from './in-idle-time';
import { useOpener } from './use-opener';

const load = () => import('./menu-list');
const MenuList = lazy(load);

/** An entry of a menu: a link with `href`, else `act` runs. */
export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  href?: string;
  /** Whether `href` is a file, which no page shows. */
  download?: boolean;
  act?: () => void;
  /** Can't be undone: stands last, apart from the others. */
  danger?: boolean;
  disabled?: boolean;
}

interface Props {
  /** The button's text, or with an `icon` alone its name. */
  label: string;
  icon?: ReactNode;
  iconOnly?: boolean;
  /** The rank of the button (buttons.css). */
  rank?: 'secondary' | 'quiet' | 'primary';
  /** What the button is instead of one with a rank. */
  className?: string;
  entries: readonly MenuEntry[];
}

/** A button that opens a menu of links and commands. */
export function MenuButton({ label, icon, iconOnly = false, rank = 'secondary', className = rank, entries }: Props) {
  useLoadedInIdleTime(load);
  const { button, opened, isNeeded } = useOpener('menu', load);
  return (
    <>
      <button
        {...button}
        className={`${className}${iconOnly ? ' icon-button' : ''}`}
        aria-label={iconOnly ? label : undefined}
      >
        {icon}
        {!iconOnly && label}
      </button>
      {isNeeded && (
        <Suspense>
          <MenuList label={label} entries={entries} {...opened} />
        </Suspense>
      )}
    </>
  );
}
