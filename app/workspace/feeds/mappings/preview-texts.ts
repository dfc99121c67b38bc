import type { Translate } from '@/lib/core/language/texts';
import type { PreviewTexts } from './preview-rows';

/** The texts of a sample's preview. */
export const previewTexts = (t: Translate): PreviewTexts => ({
  rows: t('feed.mapping.preview.rows'),
  nothing: t('feed.mapping.preview.nothing'),
  row: t('feed.reject.row'),
  shown: t('feed.reject.shown'),
  read: t('feed.outcome.read')
});
