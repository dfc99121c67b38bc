import { startOf } from '../entry/plain-text';
import { withoutCardNumbers } from '../secrets/card-digits';

/**
 * The name of a file as it is stored and shown: without folders, control characters, marks of writing direction, which
 * can hide the extension, and card numbers (C9.009); at most 200 characters.
 */
export const fileName = (name: string): string =>
  startOf(
    withoutCardNumbers(
      (name.split(/[\\/]/).at(-1) ?? '')
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
        .normalize('NFC')
        .trim()
    ),
    200
  );
