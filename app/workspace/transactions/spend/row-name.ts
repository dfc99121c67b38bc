import type { MerchantCategory } from '@/lib/core/entry/merchant-categories';
import type { Translate } from '@/lib/core/language/texts';
import type { SpendBy } from '@/lib/money/transactions/spend';
import type { SpendRow } from './spend-sheet';

/** The name of a row in the reader's language. */
export function rowName(t: Translate, by: SpendBy, { key, name, isRest }: SpendRow): string {
  if (isRest) return t('spend.others');
  if (by === 'category') return t(`merchant.category.${key as MerchantCategory}`);
  if (key === null) return t(by === 'merchant' ? 'spend.no.merchant' : 'spend.moved');
  return name ?? key;
}
