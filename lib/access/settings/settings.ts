import type { Setting } from './declaration';
import { ACCOUNT_SETTINGS, DATA_SETTINGS, PAYMENT_SETTINGS, SCREEN_SETTINGS } from './program-settings';
import { SIGN_IN_SETTINGS, USER_SETTINGS } from './sign-in-settings';

/** All settings of the product by key. To add one, declare it in its group and write its texts. */
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

/** The settings with free-form values: each has its own message for invalid ones. */
export type WrittenKey = {
  [K in SettingKey]: SettingValue<K> extends string[] ? K : string | null extends SettingValue<K> ? K : never;
}[SettingKey];

/** The names of a choice's values, after `setting.`. */
export type ChoiceName = {
  [K in SettingKey]: SettingValue<K> extends string
    ? string extends SettingValue<K>
      ? never
      : `${K}.${SettingValue<K>}`
    : never;
}[SettingKey];

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** A setting's declaration, of any type. */
export const settingOf = (key: SettingKey) => SETTINGS[key] as unknown as Setting<unknown>;
