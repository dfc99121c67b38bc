import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { type SettingKey, settingOf, type WrittenKey } from './settings';

/** A setting's value as a form field holds it; none is empty. Secrets are never written. */
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

/** What is wrong with a value: the bounds where the type has a sentence for them, else the setting's own sentence. */
function fault(key: SettingKey): TextKey {
  const { type, optional } = settingOf(key);
  if (type === 'text' || type === 'list' || type === 'secret') return `setting.${key as WrittenKey}.invalid`;
  return optional && type === 'integer' ? 'setting.invalid.integer.optional' : `setting.invalid.${type}`;
}

/** A setting's value as somebody typed it; what can't be one is refused with its bounds. */
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
