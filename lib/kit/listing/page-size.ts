import type { Principal } from '../../access/policy/principal';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';

/** The number of rows on a page of the principal's lists, set by company or issuer (CD.11). */
export function pageSizeOf(principal: Principal): Promise<number> {
  return settingValue(database(), settingPlaceOf(principal), 'list.page.size');
}
