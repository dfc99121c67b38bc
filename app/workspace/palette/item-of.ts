import type { Translate } from '@/lib/core/language/texts';
import type { SearchResult } from '@/lib/kit/search/search-result';
import { recordAddress } from '../record-address';
import { numbersOf } from '../search/details';
import type { Formats } from '../ui/formats';
import type { PaletteItem } from './palette-item';

/** A record as an entry; `among` keeps the ids of two lists apart. */
export function itemOf(
  result: SearchResult,
  { t, format }: { t: Translate; format: Formats },
  among = ''
): PaletteItem {
  const { kind, id, name, above, day, amount, currency, over } = result;
  const parts = day ? [format.date(day), above] : [...numbersOf(result), above];
  const about = among ? [t(`search.kind.${kind}`), ...parts] : parts;
  const detail = [...about, over && t(`search.${over}`)].filter(Boolean).join(' · ');
  return {
    id: `${among} ${kind} ${id}`,
    label: name,
    href: recordAddress(result),
    ...(detail && { detail }),
    ...(amount && currency && { figure: format.money(amount, currency) })
  };
}
