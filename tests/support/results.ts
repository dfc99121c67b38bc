import type { Refusal } from '@/lib/core/entry/refusal';

type Answered<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** The value of a command; throws if it was refused. */
export function granted<T>(result: Answered<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

/** The code a command refused with, or `ok`. */
export const codeOf = (result: { ok: true } | { ok: false; refusal: Refusal }): string =>
  result.ok ? 'ok' : result.refusal.code;

/** The refusal of a command as `field code`; null if it succeeded. */
export const refusedFor = (result: { ok: true } | { ok: false; refusal: Refusal }): string | null =>
  result.ok ? null : [result.refusal.field, result.refusal.code].filter(Boolean).join(' ');
