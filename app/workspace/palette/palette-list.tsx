'use client';

import { type MouseEvent, memo, useEffect } from 'react';
import type { PaletteGroup, PaletteItem } from './palette-item';

interface Props {
  /** The id of the list; those of its entries begin with it. */
  id: string;
  label: string;
  groups: readonly PaletteGroup[];
  /** The entry after the groups: all results. */
  last: PaletteItem | null;
  /** The id of the chosen entry. */
  active: string | null;
  /** Whether a key has chosen it. */
  isByKey: boolean;
  onPoint: (id: string) => void;
  onOpen: (href: string) => void;
}

/** The id of an entry's element, whose own id may hold spaces. */
export const elementId = (list: string, id: string): string => `${list}-${encodeURIComponent(id)}`;

/** The entries of the palette, of which the field chooses one: the focus stays there. One handler serves all links. */
export const PaletteList = memo(function PaletteList(props: Props) {
  const { id, label, groups, last, active, isByKey, onPoint, onOpen } = props;
  useEffect(() => {
    if (isByKey && active !== null)
      document.getElementById(elementId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active, isByKey]);
  const item = (entry: PaletteItem, isLast = false) => (
    <Entry
      key={entry.id}
      element={elementId(id, entry.id)}
      isLast={isLast}
      look={entry.id !== active ? undefined : isByKey ? 'key' : 'pointer'}
      {...entry}
    />
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys of its entries
    <div
      id={id}
      role="menu"
      aria-label={label}
      className="palette-list"
      // A press must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={({ target }) => {
        const entry = entryOf(target)?.dataset.entry;
        if (entry && entry !== active) onPoint(entry);
      }}
      onClick={(event) => {
        const link = entryOf(event.target);
        if (!link || isElsewhere(event)) return;
        event.preventDefault();
        onOpen(link.getAttribute('href') ?? '');
      }}
    >
      {groups.map(({ id: group, title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: entries of a menu are grouped by this role, not as fields
        <div key={group} role="group" aria-labelledby={elementId(id, `group ${group}`)}>
          <div id={elementId(id, `group ${group}`)} role="presentation" className="menu-header">
            {title}
          </div>
          {items.map((entry) => item(entry))}
        </div>
      ))}
      {last && item(last, true)}
    </div>
  );
});

const entryOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-entry]');

/** Whether the browser opens the link in another tab or window. */
const isElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;

interface EntryProps extends PaletteItem {
  element: string;
  isLast: boolean;
  /** How it was chosen, if it is. */
  look: 'key' | 'pointer' | undefined;
}

const Entry = memo(function Entry({ element, id, label, detail, figure, href, isLast, look }: EntryProps) {
  return (
    <a
      id={element}
      role="menuitem"
      href={href}
      data-entry={id}
      className={`menu-item ${isLast ? 'palette-all' : 'palette-item'}`}
      aria-labelledby={`${element}-label`}
      aria-describedby={detail ? `${element}-detail` : undefined}
      data-focused={look && ''}
      data-focus-visible={look === 'key' ? '' : undefined}
    >
      <span id={`${element}-label`} className={isLast ? undefined : 'palette-label'}>
        {label}
      </span>
      {detail && (
        <span id={`${element}-detail`} className="palette-detail">
          {detail}
        </span>
      )}
      {figure && <span className="palette-figure">{figure}</span>}
    </a>
  );
});
