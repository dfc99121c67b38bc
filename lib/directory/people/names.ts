import { z } from 'zod';

/** At most so many words, numbers and special characters each (C5.008). */
const MOST = 2;

/** What joins the parts of a name in one of the world's ways of writing it: no special characters (docs/decisions). */
const JOINTS = /[-'’ʼ‘`.·・‐‑]/gu;
/** A word of its own: particles (`de la`, `van der`, lower case) and initials belong to the word that follows. */
const COUNTED_WORD = /^(?!\p{Ll}+$)(?!\p{L}\.?$)/u;

/** The message key of what is wrong with a first or last name, or null (C5.008). */
export function nameFault(name: string): string | null {
  if (/[<>]/.test(name)) return 'html.refused';
  if (!/\p{L}/u.test(name)) return 'name.letters';
  const letters = name.replace(JOINTS, '');
  const numbers = letters.match(/\p{N}/gu)?.length ?? 0;
  const special = letters.match(/[^\p{L}\p{M}\p{N}\s]/gu)?.length ?? 0;
  const words = name.split(/\s+/).filter((word) => COUNTED_WORD.test(word)).length;
  return numbers > MOST || special > MOST || words > MOST ? 'name.rule' : null;
}

/** A first or last name as typed: surrounding and doubled spaces go. */
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
