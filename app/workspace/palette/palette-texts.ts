import type { Translate } from '@/lib/core/language/texts';

/** The texts of the palette and of the button that opens it. */
export type PaletteTexts = ReturnType<typeof paletteTexts>;

/** Reads the texts; `{q}` and `{count}` stand in them. */
export const paletteTexts = (t: Translate) => ({
  button: t('search.label'),
  label: t('palette.label'),
  placeholder: t('palette.placeholder'),
  searching: t('palette.searching'),
  nothing: t('search.nothing', { q: '{q}' }),
  found: t('palette.found', { count: '{count}' }),
  all: t('palette.all', { q: '{q}' }),
  failed: t('load.failed'),
  close: t('shortcuts.close')
});
