import type { TextKey } from '@/lib/core/language/text-key';

/** Where a key is heard; the title of each in the overlay is the text `shortcuts.where.<where>`. */
export const SHORTCUT_PLACES = ['everywhere', 'list'] as const;

/** What stands on the pages where the keys of a place are heard; without an entry they are heard on each. */
export const PLACE_MARKS: Partial<Record<(typeof SHORTCUT_PLACES)[number], string>> = { list: '.listing' };

/** A key with what it does, as the overlay on `?` lists it. Screens declare theirs in screen.ts. */
export interface Shortcut {
  where: (typeof SHORTCUT_PLACES)[number];
  /** The keys as they are written on a keyboard; several are alternatives. */
  keys: readonly string[];
  label: TextKey;
}

/** Every key besides those of screens, in the order of the overlay. A part that listens to a key adds its line here. */
export const SHORTCUTS: readonly Shortcut[] = [
  { where: 'everywhere', keys: ['Ctrl K', '⌘K', '/'], label: 'shortcuts.palette' },
  { where: 'everywhere', keys: ['?'], label: 'shortcuts.help' },
  { where: 'everywhere', keys: ['Esc'], label: 'shortcuts.close' },
  { where: 'list', keys: ['j'], label: 'shortcuts.list.next' },
  { where: 'list', keys: ['k'], label: 'shortcuts.list.previous' },
  { where: 'list', keys: ['x'], label: 'shortcuts.list.select' },
  { where: 'list', keys: ['Enter'], label: 'shortcuts.list.open' },
  { where: 'list', keys: ['e'], label: 'shortcuts.list.edit' },
  { where: 'list', keys: ['a'], label: 'shortcuts.list.act' }
];
