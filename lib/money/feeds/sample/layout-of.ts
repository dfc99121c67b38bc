import type { z } from 'zod';
import { FEED_FIELDS, type FeedField, type Layout, type layoutSchema } from '../mapping';
import { MOST_TYPES, type TransactionType } from '../transaction-types';
import type { OpenedSample } from './open-sample';
import { creditValuesOf, type Matches, type Notation } from './propose';

/** What a person can say beside the columns. */
export type Said = Notation & Pick<Layout, 'currency'>;

/** Words that files have for types; any other word means a purchase until somebody says what it is. */
const WORDS: readonly [RegExp, TransactionType][] = [
  [/cash|atm|withdrawal|bargeld|uttag|retrait|retiro|prelievo/i, 'cash'],
  [/fee|interest|charge$|gebühr|zins|avgift|ränta|frais|comisi|commission/i, 'fee'],
  [/payment|zahlung|betalning|paiement|pago|pagamento/i, 'payment'],
  [/credit|refund|return|gutschrift|kredit|remboursement|abono|rimborso/i, 'credit']
];

/** The layout that reads a sample by the chosen columns; the schema of layouts checks it. */
export function layoutOf(
  { written, columns }: OpenedSample,
  matches: Matches,
  said: Said
): z.input<typeof layoutSchema> {
  const of = (field: FeedField) => columns.filter(({ number }) => matches.get(number) === field);
  const valuesOf = (field: FeedField) => of(field).flatMap(({ values }) => values);
  const fields = FEED_FIELDS.flatMap((field): [FeedField, string[]][] => {
    const sources = of(field).map(({ number, heading }) => (written.headings ? (heading as string) : String(number)));
    return sources.length > 0 ? [[field, sources]] : [];
  });
  const accounts = Object.fromEntries(fields);
  // A file that has nothing but the end of the number names its accounts by it.
  if (said.account === 'name' && !accounts.accountName && accounts.lastFour) {
    accounts.accountName = accounts.lastFour;
    delete accounts.lastFour;
  }
  return {
    ...written,
    ...said,
    fields: accounts,
    types: typesOf(valuesOf('type')),
    creditValues: creditValuesOf(valuesOf('creditIndicator'))
  };
}

/** What the words of a column mean, where their own sense tells it. */
function typesOf(values: readonly string[]): Record<string, TransactionType> {
  const told = [...new Set(values)].flatMap((word): [string, TransactionType][] => {
    const type = WORDS.find(([pattern]) => pattern.test(word))?.[1];
    return type && word.length <= 40 ? [[word, type]] : [];
  });
  return Object.fromEntries(told.slice(0, MOST_TYPES));
}
