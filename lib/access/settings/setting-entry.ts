import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { type SettingKey, settingOf, type WrittenKey } from './settings';

/** A setting's value for a form field; null is empty. Secrets are never included. */
export function writeSetting(key: SettingKey, value: unknown): string {
  if (value === null || value === undefined || settingOf(key).type === 'secret') return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function read(key: SettingKey, typed: string): unknown {
  const { type, optional } = settingOf(key);
  const text = typed.replaceAll(/\r\n?/g, '\n').trim();
  if (optional && text === '') return null;
  switch (type) {
    case 'integer':
    case 'percent':
      return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    case 'decimal':
      return /^\d+$/.test(text) ? `${text}.00` : text.replace(/^(\d+)[.,](\d)$/, '$1.$20').replace(',', '.');
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'list':
      return text.split(/[\s,;]+/).filter(Boolean);
    default:
      return text;
  }
}

/** The fault of a value: its type's message for the bounds, else the setting's own. */
function fault(key: SettingKey): TextKey {
  const { type, optional } = settingOf(key);
  if (type === 'text' || type === 'list' || type === 'secret') return `setting.${key as WrittenKey}.invalid`;
  return optional && type === 'integer' ? 'setting.invalid.integer.optional' : `setting.invalid.${type}`;
}

/** Parses an entered value of a setting; an invalid one is refused with its bounds. */
export function readSetting(key: SettingKey, typed: string): Result<unknown> {
  const { schema, from, to } = settingOf(key);
  const value = schema.safeParse(read(key, typed));
  if (value.success) return accepted(value.data);
  return refused({
    code: fault(key),
    field: key,
    params: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  });
}
