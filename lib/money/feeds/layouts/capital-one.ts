import type { ReadyLayout } from './layout';

/** Card transactions as downloaded from Capital One, with a debit and a credit column. */
export const capitalOne: ReadyLayout = {
  name: 'Capital One (CSV)',
  layout: {
    format: 'delimited',
    headings: true,
    // The file identifies a card only by its last four digits.
    account: 'name',
    fields: {
      accountName: ['Card No.'],
      transactionDate: ['Transaction Date'],
      postingDate: ['Posted Date'],
      billedDebit: ['Debit'],
      billedCredit: ['Credit'],
      merchantName: ['Description'],
      type: ['Category']
    },
    types: { 'Payment/Credit': 'payment', 'Fee/Interest Charge': 'fee' },
    currency: 'USD'
  }
};
