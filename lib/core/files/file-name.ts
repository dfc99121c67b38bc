import { startOf } from '../entry/plain-text';
import { withoutCardNumbers } from '../secrets/card-digits';

/**
 * What a file is called, as it is kept and shown: without folders, control characters, marks that turn the direction of
 * writing and so can hide how a name ends, and card numbers (C9.009); 200 characters at most.
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
