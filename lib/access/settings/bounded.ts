import { type SettingKey, settingOf } from './settings';

/** Whether a value is less strict than the issuer's, if the setting declares an order. */
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

/** A company's effective value: the stricter of its own and the issuer's, also for values set earlier. */
export const bounded = (key: SettingKey, value: unknown, issuers: unknown): unknown =>
  isLaxer(key, value, issuers) ? issuers : value;
