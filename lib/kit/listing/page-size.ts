import type { Principal } from '../../access/policy/principal';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';

/** Rows on a page of somebody's lists, as their company or issuer has set it (CD.11). */
export function pageSizeOf(principal: Principal): Promise<number> {
  return settingValue(database(), settingPlaceOf(principal), 'list.page.size');
}
