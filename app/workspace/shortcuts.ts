import type { TextKey } from '@/lib/core/language/text-key';

/** Where a key is heard; the title of each in the overlay is the text `shortcuts.where.<where>`. */
export const SHORTCUT_PLACES = ['everywhere', 'list'] as const;

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
  { where: 'everywhere', keys: ['Esc'], label: 'shortcuts.close' }
];
