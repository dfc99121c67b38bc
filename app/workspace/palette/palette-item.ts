/** An entry of the command palette, in the user's language. */
export interface PaletteItem {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** What tells entries with one label apart. */
  detail?: string;
  /** An amount at the end of the line. */
  figure?: string;
  href: string;
}

/** Entries of one kind. */
export interface PaletteGroup {
  id: string;
  title: string;
  items: PaletteItem[];
}

/** What the palette offers before a record is looked for; the browser finds among these entries. */
export interface PaletteStart {
  recent: PaletteGroup;
  commands: PaletteGroup;
  pages: PaletteGroup;
  settings: PaletteGroup;
}

/** The records that match the typed text. */
export interface PaletteRecords {
  groups: PaletteGroup[];
  /** The page with all results; null: the text must not be put into an address. */
  all: string | null;
}
