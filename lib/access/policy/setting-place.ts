import type { SettingPlace } from '../settings/setting-value';
import type { Principal } from './principal';

/** Whose settings hold for what somebody does themselves: their company's, above companies their issuer's. */
export function settingPlaceOf({ issuerId, scope }: Principal): SettingPlace {
  const own = scope.subtrees.find((subtree) => subtree.issuerId === issuerId);
  return { issuerId, companyId: own?.companyId ?? null };
}
