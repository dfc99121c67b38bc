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

/** The settings that people write as they like: each has a sentence of its own for what can't be one. */
export type WrittenKey = {
  [K in SettingKey]: SettingValue<K> extends string[] ? K : string | null extends SettingValue<K> ? K : never;
}[SettingKey];

/** What a choice's values are called, after `setting.`. */
export type ChoiceName = {
  [K in SettingKey]: SettingValue<K> extends string
    ? string extends SettingValue<K>
      ? never
      : `${K}.${SettingValue<K>}`
    : never;
}[SettingKey];

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** A setting's declaration, whatever its type. */
export const settingOf = (key: SettingKey) => SETTINGS[key] as unknown as Setting<unknown>;
