import type { ScreenIconName } from '../define-screen';

/** A link of the navigation, in the reader's language. */
export interface Entry {
  href: string;
  label: string;
  /** Absent on the second level. */
  icon?: ScreenIconName;
  /** The key that opens it after `g`. */
  shortcut?: string;
}

export interface EntryGroup {
  name: string;
  /** Null: the group stands without a heading. */
  title: string | null;
  entries: Entry[];
}

/** The levels of the navigation, and the entries of a phone's bar. */
export interface Levels {
  main: EntryGroup[];
  setup: EntryGroup[];
  thumbs: Entry[];
}

export const SETUP = '/workspace/set-up';

const isIn = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** The entry that a page belongs to: the one with the longest address above it; home only for itself. */
export function currentIn(entries: readonly Pick<Entry, 'href'>[], path: string): string | undefined {
  const above = entries.filter(({ href }) => (href === '/workspace' ? path === href : isIn(path, href)));
  return above.sort((one, other) => other.href.length - one.href.length)[0]?.href;
}

export const entriesOf = (groups: readonly EntryGroup[]): Entry[] => groups.flatMap(({ entries }) => entries);
