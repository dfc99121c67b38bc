import { z } from 'zod';

/** The maximum number of words, numbers and special characters (C5.008). */
const MOST = 2;

/**
 * Characters that join the parts of a name in some language; they don't count as special characters (docs/decisions).
 */
const JOINTS = /[-'’ʼ‘`.·・‐‑]/gu;
/** Counts as a word: particles (`de la`, `van der`, lower case) and initials belong to the following word. */
const COUNTED_WORD = /^(?!\p{Ll}+$)(?!\p{L}\.?$)/u;

/** The message key of a first or last name's fault, or null (C5.008). */
export function nameFault(name: string): string | null {
  if (/[<>]/.test(name)) return 'html.refused';
  if (!/\p{L}/u.test(name)) return 'name.letters';
  const letters = name.replace(JOINTS, '');
  const numbers = letters.match(/\p{N}/gu)?.length ?? 0;
  const special = letters.match(/[^\p{L}\p{M}\p{N}\s]/gu)?.length ?? 0;
  const words = name.split(/\s+/).filter((word) => COUNTED_WORD.test(word)).length;
  return numbers > MOST || special > MOST || words > MOST ? 'name.rule' : null;
}

/** A first or last name; surrounding and repeated spaces are removed. */
export const nameSchema = z
  .string('required')
  .transform((typed) => typed.normalize('NFC').trim().replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1, 'required')
      .max(80, 'too.long')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
      .regex(/^[^\u0000-\u001f\u007f]*$/, 'invalid.entry')
      .superRefine((name, context) => {
        const fault = name && nameFault(name);
        if (fault) context.addIssue({ code: 'custom', message: fault });
      })
  );
