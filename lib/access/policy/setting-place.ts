import type { SettingPlace } from '../settings/setting-value';
import type { Principal } from './principal';

/** The place whose settings apply to a principal's own actions: their company, or above companies their issuer. */
export function settingPlaceOf({ issuerId, scope }: Principal): SettingPlace {
  const own = scope.subtrees.find((subtree) => subtree.issuerId === issuerId);
  return { issuerId, companyId: own?.companyId ?? null };
}
