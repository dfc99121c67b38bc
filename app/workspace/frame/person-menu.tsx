'use client';

import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { signOutHere } from '../sign-out/sign-out-here';
import { Avatar } from '../ui/avatar';
import { useLoadedInIdleTime } from '../ui/in-idle-time';
import { useOpener } from '../ui/use-opener';
import type { Entry } from './entries';

const load = () => import('./person-menu-list');
const PersonMenuList = lazy(load);

export interface Person {
  name: string;
  role: string;
  /** People with several user ids see which one they signed in with. */
  userId: string;
}

export interface PersonTexts {
  /** What the button opens: "Your menu". */
  label: string;
  scheme: string;
  schemes: Record<string, string>;
  shortcuts: string;
  signOut: string;
  running: string;
  /** "Add this page to quick links"; null: not offered. */
  keep: string | null;
  failed: string;
}

export interface PersonMenuProps {
  person: Person;
  entries: Entry[];
  scheme: string;
  texts: PersonTexts;
  /** Whether only the initials show. */
  isSmall?: boolean;
}

/** The signed-in person, and the menu of what is theirs: pages, appearance, sign-out. */
export function PersonMenu({ isSmall = false, ...props }: PersonMenuProps) {
  const { person, texts } = props;
  useLoadedInIdleTime(load);
  const { button, opened, isNeeded } = useOpener('menu', load);
  return (
    <>
      <button
        {...button}
        className={isSmall ? 'person person-small' : 'person'}
        aria-label={`${texts.label}: ${person.name}`}
      >
        <Avatar name={person.name} />
        {!isSmall && (
          <>
            <span className="person-words">
              <span className="person-name">{person.name}</span>
              <span className="person-role">{person.role}</span>
            </span>
            <ChevronsUpDown size={14} aria-hidden="true" className="person-arrow" />
          </>
        )}
      </button>
      {isNeeded && (
        <Suspense>
          <PersonMenuList
            {...props}
            {...opened}
            heading={isSmall ? `${person.name} · ${person.role} · ${person.userId}` : person.userId}
            signOut={signOutHere}
          />
        </Suspense>
      )}
    </>
  );
}
