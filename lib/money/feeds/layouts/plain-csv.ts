import type { ReadyLayout } from './layout';

/** Our own format, for issuers that can choose one. */
export const plainCsv: ReadyLayout = {
  name: 'CSV, our own columns',
  layout: {
    format: 'delimited',
    headings: true,
    account: 'card_number',
    fields: {
      cardNumber: ['Card number'],
      sourceReference: ['Reference'],
      type: ['Type'],
      transactionDate: ['Transaction date'],
      postingDate: ['Posting date'],
      amount: ['Amount'],
      currency: ['Currency'],
      billedAmount: ['Billed amount'],
      billedCurrency: ['Billed currency'],
      conversionRate: ['Conversion rate'],
      merchantId: ['Merchant ID'],
      merchantName: ['Merchant'],
      merchantCity: ['City'],
      merchantRegion: ['Region'],
      merchantCountry: ['Country'],
      merchantCategoryCode: ['MCC'],
      taxAmount: ['Tax amount'],
      taxCode: ['Tax code'],
      customerCode: ['Customer code'],
      purpose: ['Purpose'],
      authorizationReference: ['Authorization reference']
    },
    types: {
      purchase: 'purchase',
      cash: 'cash',
      fee: 'fee',
      credit: 'credit',
      payment: 'payment',
      out_of_pocket: 'out_of_pocket'
    }
  }
};
