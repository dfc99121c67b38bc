import type { FieldOption } from '../ui/field-spec';

/** The hours of a day as a language writes them. */
export function hourOptions(tag: string): FieldOption[] {
  const format = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' });
  return Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: format.format(new Date(Date.UTC(2026, 0, 1, hour)))
  }));
}
