import type { Principal } from '../access/principal';
import { settingPlaceOf } from '../access/setting-place';
import { database } from '../core/database/database';
import { settingValue } from '../settings/setting-value';

/** Rows on a page of somebody's lists, as their company or issuer has set it (CD.11). */
export function pageSizeOf(principal: Principal): Promise<number> {
  return settingValue(database(), settingPlaceOf(principal), 'list.page.size');
}
