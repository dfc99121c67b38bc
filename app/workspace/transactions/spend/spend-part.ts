import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { Formats } from '../../ui/formats';
import type { SpendAsked } from './spend-addresses';
import type { SpendSheet } from './spend-sheet';

/** What each part of the page gets. */
export interface SpendPart {
  sheet: SpendSheet;
  asked: SpendAsked;
  page: { t: Translate; format: Formats; locale: Locale };
}
