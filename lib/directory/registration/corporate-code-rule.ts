import { z } from 'zod';
import { keyedHash } from '../../core/secrets/keys';

/** The maximum length of a run of digits that repeat, count up or count down (C5.038). */
const MOST_IN_A_ROW = 3;

/** Whether a run of digits that repeat, count up or count down exceeds this limit. */
function hasLongRun(digits: string): boolean {
  return [0, 1, -1].some((stepOf) => {
    let run = 1;
    for (let at = 1; at < digits.length; at++) {
      run = Number(digits[at]) - Number(digits[at - 1]) === stepOf ? run + 1 : 1;
      if (run > MOST_IN_A_ROW) return true;
    }
    return false;
  });
}

/**
 * The code by which cardholders identify their company: 6 to 10 digits, no more than 3 consecutive sequential or
 * repeating ones (C5.038).
 */
export const corporateCodeSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .regex(/^\d{6,10}$/, 'corporate.code.rule')
  .refine((code) => !hasLongRun(code), 'corporate.code.rule');

/** The stored hash of a corporate code, for lookup only. */
export const corporateCodeHash = (code: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(keyedHash('corporate-code', code));
