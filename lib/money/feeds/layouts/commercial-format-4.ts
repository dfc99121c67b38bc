import type { ReadyLayout } from './layout';

/** Transaction type codes of credits; all others are debits. */
const CREDITS = ['11', '30', '31', '61', '63', '65', '71', '73'];

/**
 * The tab-delimited file of another scheme, in blocks of one record type; only blocks of card transactions are read.
 */
export const commercialFormat4: ReadyLayout = {
  name: 'Commercial Format 4 (tab-delimited)',
  layout: {
    format: 'delimited',
    encoding: 'windows-1252',
    delimiter: '\t',
    quote: '',
    account: 'card_number',
    block: { at: { source: '1', is: ['8'] }, holds: { source: '5', is: ['05', '5'] } },
    fields: {
      cardNumber: ['2'],
      postingDate: ['3'],
      // The acquirer's reference, and the number that distinguishes its parts.
      sourceReference: ['4', '5'],
      merchantId: ['8'],
      merchantName: ['9'],
      merchantCity: ['10'],
      merchantRegion: ['11'],
      merchantCountry: ['12'],
      amount: ['14'],
      billedAmount: ['15'],
      currency: ['16'],
      merchantCategoryCode: ['17'],
      type: ['18'],
      transactionDate: ['19'],
      billedCurrency: ['20'],
      customerCode: ['32']
    },
    dateFormat: 'MMDDYYYY',
    impliedDecimals: 2,
    types: Object.fromEntries(CREDITS.map((code) => [code, 'credit' as const])),
    // A block without an end was cut off. The scope of its count and sum isn't publicly documented.
    trailer: { at: { source: '1', is: ['9'] }, several: true }
  }
};
