import { z } from 'zod';

/** What begins a tag, a closing tag, a comment or a declaration of HTML. */
const HTML = /<[\p{L}/!?]/u;
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[^\P{Cc}\n\t]/u;

/**
 * A field of plain text: trimmed, in Unicode NFC, with `\n` as its only line break. HTML (C5.072) and control
 * characters are refused; `lines` allows line breaks. Lengths are those of JavaScript and of `maxlength`.
 */
export function plainText({ min = 1, max, lines = false }: { min?: number; max: number; lines?: boolean }) {
  return z
    .string('required')
    .transform((text) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .refine((text) => !HTML.test(text), 'html.refused')
        .refine((text) => !(lines ? CONTROL_IN_LINES : CONTROL).test(text), 'control.characters.refused')
    );
}
