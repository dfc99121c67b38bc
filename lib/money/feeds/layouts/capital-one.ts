import type { ReadyLayout } from './layout';

/** The transactions of a card as Capital One lets them be downloaded: a column of debits and one of credits. */
export const capitalOne: ReadyLayout = {
  name: 'Capital One (CSV)',
  layout: {
    format: 'delimited',
    headings: true,
    // A card is told by its last four digits alone.
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
