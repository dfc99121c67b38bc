import { type SettingKey, settingOf } from './settings';

/** Whether a value is less strict than the issuer's, where the setting says which values are stricter. */
export function isLaxer(key: SettingKey, value: unknown, issuers: unknown): boolean {
  switch (settingOf(key).stricter) {
    case 'lower':
      return Number(value) > Number(issuers);
    case 'yes':
      return issuers === true && value !== true;
    case 'no':
      return issuers === false && value !== false;
    default:
      return false;
  }
}

/** What a company's value comes to below its issuer's: the stricter of both, also of one that was set earlier. */
export const bounded = (key: SettingKey, value: unknown, issuers: unknown): unknown =>
  isLaxer(key, value, issuers) ? issuers : value;
