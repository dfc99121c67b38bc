import type { Months, SpendBy } from '@/lib/money/transactions/spend';
import { addressWith } from '../../listing/listing-address';
import { lastDayOf } from './months';
import type { SpendRow } from './spend-sheet';

export const SPEND_PATH = '/workspace/transactions/spend';

/** What the page was asked for. */
export interface SpendAsked {
  /** The place; null for all that the reader sees. */
  node: string | null;
  by: SpendBy;
  months: Months;
  currency: string | null;
}

/** The address of the page, with changes. */
export function spendAddress(asked: SpendAsked, changes: Partial<SpendAsked> = {}): string {
  const { node, by, months, currency } = { ...asked, ...changes };
  return addressWith(SPEND_PATH, { by, ...months }, { node, currency });
}

/** The filters of the transactions list that select the days of some months. */
export const daysOf = ({ from, to }: Months): Record<string, string> => ({
  'postingDate.from': `${from}-01`,
  'postingDate.to': lastDayOf(to)
});

/** The address of the transactions behind some figures: the filters of the list are those of the figures. */
export function transactionsBehind(
  { node, currency }: Pick<SpendAsked, 'node' | 'currency'>,
  filters: Readonly<Record<string, string>> = {}
): string {
  return addressWith(
    '/workspace/transactions',
    { spent: 'true' },
    { place: node, billedCurrency: currency, ...filters }
  );
}

/** The filter that selects the transactions of a row; null where the list has none. */
export function filterOf(
  by: SpendBy,
  { key, isRest }: Pick<SpendRow, 'key' | 'isRest'>
): Record<string, string> | null {
  if (key === null || isRest) return null;
  if (by === 'category') return { category: key };
  return by === 'merchant' ? { merchant: key } : { place: key };
}
