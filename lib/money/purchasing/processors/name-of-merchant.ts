import { startOf } from '../../../core/entry/plain-text';
import { withoutCardNumbers } from '../../../core/secrets/card-digits';

const MOST = 200;

/** The name of a merchant as a network tells it, for one line, with masked card numbers (C9.009); `-` where it tells none. */
export const nameOfMerchant = (told: string): string =>
  startOf(
    withoutCardNumbers(
      told
        .toWellFormed()
        .normalize('NFC')
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
    ),
    MOST
  ) || '-';
