import type { CodeAfter, TextKey } from '../language/text-key';

/** What can stand against a deletion, by the code of its kind. */
export type Blocking = CodeAfter<'associated.'>;

/**
 * What a command says when it refuses: a value, not an exception. `code` is the message key (PD.1),
 * `field` the form field it belongs to, `params` what the message's placeholders need. A code that stands
 * for several reasons (`password.policy`) has a `message` key of its own for each.
 */
export interface Refusal {
  code: TextKey;
  field?: string;
  message?: TextKey;
  params?: Record<string, string | number>;
  /** What stands against it, by kind, with how many there are (0: not counted); the message has it as `{blocking}`. */
  blocking?: Readonly<Partial<Record<Blocking, number>>>;
}

export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export const accepted = <T>(value: T): Result<T> => ({ ok: true, value });
export const refused = (refusal: Refusal): { ok: false; refusal: Refusal } => ({ ok: false, refusal });

/** The refusal of what a limit counts; in words the wait is given in minutes. */
export const tooMany = (seconds: number): Refusal => ({
  code: 'too.many.requests',
  params: { minutes: Math.ceil(seconds / 60) }
});

/** More is asked for than can be done now: answered with 503 and Retry-After. */
export class Busy extends Error {
  constructor(
    message: string,
    public readonly retryAfterSeconds: number
  ) {
    super(message);
  }
}
