import { isoDay } from '../../core/calendar/days';
import type { DateFormat } from './mapping';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const PARTS = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MMM: '(?<word>[A-Za-z]{3})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})'
};
/** Two-digit years are in this century. */
const CENTURY = '20';
const MOST_KEPT = 10_000;

function patternOf(format: DateFormat): RegExp {
  const packed = !/[^YMD]/.test(format);
  const body = format
    .replaceAll('.', '\\.')
    .replaceAll('-', '[-/]')
    .replace(/YYYY|YY|MMM|MM|DD/g, (part) =>
      PARTS[part as keyof typeof PARTS].replace('{1,2}', packed ? '{2}' : '{1,2}')
    );
  // A time of day may follow.
  return new RegExp(`^${body}(?:$|[ T])`);
}

/** Parses dates of a format to `2026-02-28`; null if the text is not a calendar day. */
export function dateReader(format: DateFormat): (text: string) => string | null {
  const pattern = patternOf(format);
  // A file has few days and many rows.
  const known = new Map<string, string | null>();
  return (text) => {
    let date = known.get(text);
    if (date === undefined) {
      date = readDate(pattern.exec(text.trim())?.groups);
      if (known.size >= MOST_KEPT) known.clear();
      known.set(text, date);
    }
    return date;
  };
}

function readDate(found: Record<string, string | undefined> | undefined): string | null {
  if (!found) return null;
  const { year = `${CENTURY}${found.short}`, word, day = '' } = found;
  const month = word ? String(MONTHS.indexOf(word.toUpperCase()) + 1) : (found.month ?? '');
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || isoDay(at) !== date ? null : date;
}
