import { z } from 'zod';

/** Where a word stands on its picture: left, top, right and bottom, in thousandths of its width and height. */
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export type Box = z.infer<typeof boxSchema>;

/** A word as it was read, with the number of its line. A document whose text is no picture has no boxes. */
export const wordSchema = z.strictObject({ text: z.string(), line: z.number(), box: boxSchema.nullable() });

export type Word = z.infer<typeof wordSchema>;

/** Letters as they are compared: small, and without accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l');
