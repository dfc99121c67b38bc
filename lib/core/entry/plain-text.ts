import { z } from 'zod';
import { hasCardNumber } from '../secrets/card-digits';

/** What begins a tag, a closing tag, a comment or a declaration of HTML. */
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

/** For `refine` of any other text that somebody types: whole card numbers are kept in the accounts alone (C9.009). */
export const NO_CARD_NUMBER = [(text: string) => !hasCardNumber(text), 'card.number.refused'] as const;

/** What somebody types to look for something: as texts are stored, and without what the database can't look for. */
export const soughtText = (max: number) =>
  z
    .string()
    .max(max, 'too.long')
    .transform((text) => text.toWellFormed().normalize('NFC').replaceAll('\0', ''))
    .default('');

/** The beginning of a text, no sign of which is cut in two: half of one is none, and the database refuses it. */
export const startOf = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
