import { z } from 'zod';
import type { Stricter } from '@/lib/access/settings/declaration';
import { writeSetting } from '@/lib/access/settings/setting-entry';
import { type ChoiceName, type SettingKey, settingOf } from '@/lib/access/settings/settings';
import { readNumber, writeNumber } from '@/lib/core/entry/typed-number';
import type { Locale } from '@/lib/core/language/locales';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { Configuration, ConfiguredSetting } from '@/lib/directory/programs/configuration';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

interface Reader {
  t: Translate;
  locale: Locale;
}

/** The names of a setting's extra fields: its earlier value, the value's origin, and whether to inherit again. */
export const wasField = (key: string) => `was.${key}`;
export const stampField = (key: string) => `stamp.${key}`;
export const inheritField = (key: string) => `inherit.${key}`;

const NUMBERS = new Set(['integer', 'decimal', 'percent']);
export const isNumber = (key: SettingKey) => NUMBERS.has(settingOf(key).type);

/** A field's value in its stored form, whatever the user's number format. */
export function typedSetting(key: SettingKey, typed: string, locale: Locale): string {
  const text = typed.replaceAll(/\r\n?/g, '\n').trim();
  return isNumber(key) && text !== '' ? readNumber(text, locale) : text;
}

const choiceKey = (key: SettingKey, value: string): TextKey => `setting.${`${key}.${value}` as ChoiceName}`;

/** A value as text: the name of a choice, or that there is none. */
export function inWords({ t, locale }: Reader, key: SettingKey, value: unknown): string {
  const { type, unit } = settingOf(key);
  const text = writeSetting(key, value);
  if (text === '') return t('setting.none');
  if (type === 'boolean') return t(value ? 'yes' : 'no');
  if (type === 'choice') return t(choiceKey(key, text));
  const number = isNumber(key) ? writeNumber(text, locale) : text;
  return unit && unit !== 'issuer.time'
    ? t('setting.with.unit', { value: number, unit: t(`setting.unit.${unit}`) })
    : number;
}

/** The origin of a value, as a sentence. */
export function originOf(reader: Reader, { key, value, source, inherited, inheritedFrom }: ConfiguredSetting): string {
  const { t } = reader;
  if (source !== 'here') return t(`setting.source.${source}`);
  // The value of a secret is never shown.
  if (settingOf(key).type === 'secret') return t('setting.source.here.secret');
  return value === inherited
    ? t('setting.source.here')
    : t(`setting.source.here.not.${inheritedFrom}`, { inherited: inWords(reader, key, inherited) });
}

const KINDS = {
  integer: 'number',
  decimal: 'decimal',
  percent: 'percent',
  boolean: 'select',
  choice: 'select',
  text: 'text',
  secret: 'password',
  time: 'time',
  list: 'text'
} as const;

/** The limits that the issuer's value sets for its companies, as a sentence; nothing if they may choose freely. */
function boundOf({ t, locale }: Reader, stricter: Stricter, issuers: unknown): string {
  if (stricter === 'lower') return t('setting.issuer.asks.lower', { issuer: writeNumber(String(issuers), locale) });
  return issuers === (stricter === 'yes') ? t(`setting.issuer.asks.${stricter}`) : '';
}

/** The field of one setting, and the box that lets it inherit again. */
function fieldsOf(reader: Reader, setting: ConfiguredSetting, { kind, issuerId }: Configuration['node']): FieldSpec[] {
  const { t } = reader;
  const { key, source, inherited } = setting;
  const { type, schema, group, unit, to, choices, stricter, when } = settingOf(key);
  const bound = kind === 'company' && stricter ? ` ${boundOf(reader, stricter, inherited)}` : '';
  const name = t(`setting.${key}`);
  const stated: FieldSpec = {
    name: key,
    // Each has a value to begin with, or may be empty; a secret's stays while nothing is typed.
    required: false,
    label: unit && type !== 'percent' ? t('setting.label', { name, unit: t(`setting.unit.${unit}`) }) : name,
    kind: type === 'text' && Number(to) > 255 ? 'textarea' : KINDS[type],
    hint: `${t(`setting.${key}.help`, { issuer: issuerId })} ${originOf(reader, setting)}${bound}`.trimEnd(),
    group: t(`setting.group.${group}`),
    half: Number(to) <= 255 || type !== 'text',
    blank: false,
    ...(when && { showWhen: { field: when[0], equals: when[1] } }),
    ...(type === 'secret' && { autoComplete: 'new-password' }),
    ...(type === 'boolean' && {
      options: [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') }
      ]
    }),
    ...(choices && { options: choices.map((value) => ({ value, label: t(choiceKey(key, value)) })) })
  };
  const [field = stated] = constrained(z.object({ [key]: schema }), [stated]);
  if (source !== 'here') return [field];
  const again: FieldSpec = {
    name: inheritField(key),
    kind: 'checkbox',
    group: field.group,
    half: field.half,
    ...(field.showWhen && { showWhen: field.showWhen }),
    label:
      type === 'secret'
        ? t('setting.inherit.secret')
        : t(kind === 'company' ? 'setting.inherit' : 'setting.inherit.default', {
            value: inWords(reader, key, inherited)
          })
  };
  return [field, again];
}

/** The fields of a configuration and their values. */
export function settingFields(reader: Reader, { node, settings }: Configuration) {
  return {
    fields: settings.flatMap((setting) => fieldsOf(reader, setting, node)),
    values: Object.fromEntries(settings.map(({ key, value }) => [key, writeSetting(key, value)])),
    hidden: Object.fromEntries(
      settings.flatMap(({ key, value, stamp }) => [
        [wasField(key), writeSetting(key, value)],
        [stampField(key), stamp]
      ])
    )
  };
}

/** By field: the words that its setting is found by, in lower case, and whether the value is set here. */
export const settingsFound = (fields: readonly FieldSpec[], { settings }: Configuration) =>
  Object.fromEntries(
    settings.flatMap(({ key, source }) => {
      const { label = '', hint = '', group = '' } = fields.find(({ name }) => name === key) ?? {};
      const found = { words: `${label} ${hint} ${group}`.toLocaleLowerCase(), isSet: source === 'here' };
      return [key, inheritField(key)].map((name) => [name, found]);
    })
  );
