import type { CodeAfter, TextKey } from '../language/text-key';
import type { Params } from '../language/texts';

/** The kinds of record that can prevent a deletion, by code. */
export type Blocking = CodeAfter<'associated.'>;

/**
 * A command's refusal: a value, not an exception. `code` is the message key (PD.1), `field` the form field, `params`
 * the message's parameters. A code for several reasons (`password.policy`) has its own `message` key for each.
 */
export interface Refusal {
  code: TextKey;
  field?: string;
  message?: TextKey;
  params?: Params;
  /** The associated records by kind, with their counts (0: not counted); the message shows them as `{blocking}`. */
  blocking?: Readonly<Partial<Record<Blocking, number>>>;
}

export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export const accepted = <T>(value: T): Result<T> => ({ ok: true, value });
export const refused = (refusal: Refusal): { ok: false; refusal: Refusal } => ({ ok: false, refusal });

/** The refusal of a limit; its text gives the wait in minutes. */
export const tooMany = (seconds: number): Refusal => ({
  code: 'too.many.requests',
  params: { minutes: Math.ceil(seconds / 60) }
});

/** Thrown at overload: answered with 503 and Retry-After. */
export class Busy extends Error {
  constructor(
    message: string,
    public readonly retryAfterSeconds: number
  ) {
    super(message);
  }
}
