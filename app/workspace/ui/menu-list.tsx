'use client';

import { Menu, MenuItem, Popover, Separator } from 'react-aria-components/Menu';
import type { MenuEntry } from './menu-button';
import type { Opened } from './use-opener';

interface Props extends Opened {
  label: string;
  entries: readonly MenuEntry[];
}

/** The menu of `MenuButton`. */
export default function MenuList({ label, entries, ...opened }: Props) {
  const usual = entries.filter(({ danger }) => !danger);
  const dangerous = entries.filter(({ danger }) => danger);
  return (
    <Popover className="pop-over" placement="bottom end" aria-label={label} {...opened}>
      <Menu className="menu-list" aria-label={label} autoFocus="first" onClose={() => opened.onOpenChange(false)}>
        {usual.map(entryItem)}
        {usual.length > 0 && dangerous.length > 0 && <Separator />}
        {dangerous.map(entryItem)}
      </Menu>
    </Popover>
  );
}

const entryItem = ({ id, label, icon, href, download = false, act, danger, disabled = false }: MenuEntry) => (
  <MenuItem
    key={id}
    id={id}
    className={`menu-item${danger ? ' menu-item-danger' : ''}`}
    textValue={label}
    isDisabled={disabled}
    {...(href !== undefined && { href, ...(download && { download }) })}
    {...(act && { onAction: act })}
  >
    {icon}
    <span>{label}</span>
  </MenuItem>
);
