import type { Translate } from '@/lib/core/language/texts';

/** The texts of a search field. */
export const fieldTexts = (t: Translate) => ({
  button: t('search.button'),
  nothing: t('search.suggestions.none'),
  found: t('search.suggestions', { count: '{count}' })
});
