import type { Refusal } from '../../core/entry/refusal';

/** What a list of merchant category codes (ISO 18245) may hold: codes, and ranges of them. */
export const CODES = { most: 200, max: 9, pattern: [/^\d{4}(-\d{4})?$/, 'expense.codes.invalid'] } as const;

/** Refuses ranges that run backwards. */
export function backwardCodes(codes: readonly string[] | null, field: string): Refusal[] {
  const isBackward = (codes ?? []).some((code) => bounds(code)[0] > bounds(code)[1]);
  return isBackward ? [{ code: 'expense.codes.invalid', field }] : [];
}

/** The code or the range of a list that a merchant category is in; undefined if none. */
export const codeWith = (codes: readonly string[], category: string): string | undefined =>
  codes.find((code) => bounds(code)[0] <= category && category <= bounds(code)[1]);

function bounds(code: string): [string, string] {
  const [first = '', last = first] = code.split('-');
  return [first, last];
}

/** Every code that a list or one of its ranges holds. */
export const codesIn = (codes: readonly string[]): Set<string> =>
  new Set(
    codes.flatMap((code) => {
      const [first, last] = bounds(code);
      const count = Math.max(0, Number(last) - Number(first) + 1);
      return Array.from({ length: count }, (_, at) => String(Number(first) + at).padStart(first.length, '0'));
    })
  );
