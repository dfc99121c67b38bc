import type { ReadyLayout } from './layout';

/** An issuer's fixed-width file of 1 946 places a line. */
export const kr1025: ReadyLayout = {
  name: 'KR-1025 (fixed width)',
  layout: {
    format: 'fixed',
    encoding: 'windows-1252',
    account: 'card_number',
    only: { source: '1', is: ['1'] },
    fields: {
      cardNumber: ['114-132'],
      creditIndicator: ['245'],
      billedAmount: ['246-260'],
      billedCurrency: ['276-278'],
      billedDecimals: ['279'],
      amount: ['280-294'],
      currency: ['310-312'],
      amountDecimals: ['313'],
      sourceReference: ['375-389'],
      transactionDate: ['390-397'],
      postingDate: ['398-405'],
      merchantName: ['840-879'],
      merchantCity: ['1000-1039'],
      merchantRegion: ['1040-1045'],
      merchantCategoryCode: ['1104-1107']
    },
    creditValues: ['-'],
    dateFormat: 'YYYYMMDD',
    impliedDecimals: 2
  }
};
