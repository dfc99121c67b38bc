import type { Setting } from './declaration';
import { ACCOUNT_SETTINGS, DATA_SETTINGS, PAYMENT_SETTINGS, SCREEN_SETTINGS } from './program-settings';
import { SIGN_IN_SETTINGS, USER_SETTINGS } from './sign-in-settings';

/** Every setting of the product by its key. To add one, declare it in its group and write its texts. */
export const SETTINGS = {
  ...SIGN_IN_SETTINGS,
  ...USER_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...DATA_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...SCREEN_SETTINGS
} as const;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<K extends SettingKey> = (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
export type SettingValues<K extends SettingKey = SettingKey> = { [Key in K]: SettingValue<Key> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** A setting's declaration, whatever its type. */
export const settingOf = (key: SettingKey) => SETTINGS[key] as unknown as Setting<unknown>;
