import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import type { SettingKey, SettingValues } from './settings';

/** The messages of exclusions; each has a variant that names a company (`….at.company`). */
type ExclusionKey = Exclude<Extract<TextKey, `setting.sso.excludes.${string}`>, `${string}.at.company`>;

/** Pairs of settings that can't both be yes (C5.067), with their message. */
const EXCLUSIONS: readonly { keys: readonly [SettingKey, SettingKey]; code: ExclusionKey }[] = [
  { keys: ['sso.only', 'multi.user'], code: 'setting.sso.excludes.multi.user' },
  { keys: ['sso.only', 'self.registration.cardholders'], code: 'setting.sso.excludes.self.registration' },
  { keys: ['sso.only', 'self.registration.companies'], code: 'setting.sso.excludes.self.registration' }
];

/** The settings that `exclusionsBroken` reads. */
export const EXCLUSIVE_KEYS = [...new Set(EXCLUSIONS.flatMap(({ keys }) => keys))];

/** The conflicts among the values of one issuer or company; the field is `field` if it takes part, else the first. */
export function exclusionsBroken(
  values: Partial<SettingValues>,
  changed: readonly SettingKey[] = []
): (Refusal & { code: ExclusionKey })[] {
  return EXCLUSIONS.filter(({ keys }) => keys.every((key) => values[key] === true)).map(({ keys, code }) => ({
    code,
    field: keys.find((key) => changed.includes(key)) ?? keys[0]
  }));
}
