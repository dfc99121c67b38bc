import type { TextKey } from '../../core/language/text-key';
import { withPlainDigits } from '../../core/secrets/card-digits';

/** The most digits of an alias (C5.043). */
const MOST_DIGITS = 4;
/** So few digits in a row say nothing of a number. */
const LEAST_RUN = 3;
/** Positions 7 to 12 of a card number: what an issuer and a receipt don't show (C5.110). */
const HIDDEN = [6, 12] as const;

/** The digits of a text in ASCII, whatever script and whatever signs stand between them. */
const digitsOf = (alias: string) => withPlainDigits(alias).replace(/\D/g, '');

/**
 * Why a text can't be the alias of a real card (C5.043, C5.043D, C5.110, C5.111); null if it can. Four digits can't hold
 * six: refused is a run of three or four that occurs within positions 7 to 12.
 */
export function aliasFault(alias: string, number: string): TextKey | null {
  const digits = digitsOf(alias);
  if (digits === number) return 'real.card.alias.number';
  if (digits.length > MOST_DIGITS) return 'real.card.alias.digits';
  const hidden = number.slice(...HIDDEN);
  const runs = Array.from({ length: Math.max(0, digits.length - LEAST_RUN + 1) }, (_, at) =>
    digits.slice(at, at + LEAST_RUN)
  );
  return runs.some((run) => hidden.includes(run)) ? 'real.card.alias.hidden' : null;
}
