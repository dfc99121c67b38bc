import type { PaletteGroup, PaletteRecords, PaletteStart } from './palette-item';

/** The entries of a kind that are offered beside others. */
const FEW = 5;

/**
 * The groups that the palette shows: without a text what was opened last, commands and the pages
 * of the navigation; with one what fits it.
 * `fits` compares a text with one word of the typed text.
 */
export function offered(
  start: PaletteStart | null,
  { groups }: PaletteRecords,
  typed: string,
  fits: (text: string, word: string) => boolean
): PaletteGroup[] {
  if (!start) return groups;
  const words = typed.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    // Pages that say below which other they are, are found by their names.
    const pages = { ...start.pages, items: start.pages.items.filter(({ detail }) => !detail) };
    return [start.recent, start.commands, pages].filter(({ items }) => items.length > 0);
  }
  const matching = ({ items, ...group }: PaletteGroup): PaletteGroup => ({
    ...group,
    items: items
      .filter(({ label, detail = '' }) => words.every((word) => fits(`${label} ${detail}`, word)))
      .slice(0, FEW)
  });
  return [...[start.commands, start.pages].map(matching), ...groups, ...[start.settings].map(matching)].filter(
    ({ items }) => items.length > 0
  );
}
