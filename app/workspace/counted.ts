import type { Translate } from '@/lib/core/language/texts';
import { COUNTED } from '@/lib/kit/listing/page';
import type { Formats } from './ui/formats';

/** A count as the home page shows it: "more than 10,000" where counting has stopped. */
export const countText = (count: number, { t, format }: { t: Translate; format: Formats }): string =>
  count > COUNTED ? t('home.totals.more', { count: format.number(COUNTED) }) : format.number(count);
