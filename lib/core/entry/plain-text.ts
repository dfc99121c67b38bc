import { z } from 'zod';
import { hasCardNumber } from '../secrets/card-digits';

/** The beginning of an HTML tag, closing tag, comment or declaration. */
const HTML = /<[\p{L}/!?]/u;
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[^\P{Cc}\n\t]/u;

/**
 * A field of plain text: trimmed, in well-formed Unicode and NFC, with `\n` as its only line break. HTML (C5.072),
 * control characters and card numbers (C9.009) are refused; `lines` allows line breaks. Lengths are those of JavaScript and of `maxlength`.
 */
export function plainText({ min = 1, max, lines = false }: { min?: number; max: number; lines?: boolean }) {
  return z
    .string('required')
    .transform((text) => text.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .refine((text) => !HTML.test(text), 'html.refused')
        .refine((text) => !(lines ? CONTROL_IN_LINES : CONTROL).test(text), 'control.characters.refused')
        .refine(...NO_CARD_NUMBER)
    );
}

/** For `refine` of other entered texts: only accounts store whole card numbers (C9.009). */
export const NO_CARD_NUMBER = [(text: string) => !hasCardNumber(text), 'card.number.refused'] as const;

/** An entered search text: normalized as stored texts are, and without characters that the database can't search. */
export const soughtText = (max: number) =>
  z
    .string()
    .max(max, 'too.long')
    .transform((text) => text.toWellFormed().normalize('NFC').replaceAll('\0', ''))
    .default('');

/** The beginning of a text without half a surrogate pair, which the database refuses. */
export const startOf = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
