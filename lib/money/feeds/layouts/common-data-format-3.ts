import type { ReadyLayout } from './layout';

const transaction = (element: string) => [`FinancialTransaction_5000/${element}`];
const acceptor = (element: string) => [`CardAcceptor_5001/${element}`];

/** The XML of a card scheme: a CDFTransmissionFile with issuers, corporations, accounts and their transactions. */
export const commonDataFormat3: ReadyLayout = {
  name: 'Common Data Format 3 (XML)',
  layout: {
    format: 'xml',
    record: 'FinancialTransactionEntity',
    account: 'card_number',
    fields: {
      cardNumber: ['^AccountEntity/@AccountNumber'],
      sourceReference: transaction('ProcessorTransactionId'),
      transactionDate: transaction('TransactionDate'),
      postingDate: transaction('PostingDate'),
      creditIndicator: transaction('DebitOrCreditIndicator'),
      amount: transaction('AmountInOriginalCurrency'),
      amountDecimals: transaction('AmountInOriginalCurrency/@CurrencyExponent'),
      currency: transaction('OriginalCurrencyCode'),
      billedAmount: transaction('AmountInPostedCurrency'),
      billedDecimals: transaction('AmountInPostedCurrency/@CurrencyExponent'),
      billedCurrency: transaction('PostedCurrencyCode'),
      conversionRate: transaction('PostedConversionRate'),
      customerCode: transaction('CustomerCode'),
      merchantId: acceptor('CardAcceptorId'),
      merchantName: acceptor('CardAcceptorName'),
      merchantCity: acceptor('CardAcceptorCity'),
      merchantRegion: acceptor('CardAcceptorStateProvince'),
      merchantCountry: acceptor('CardAcceptorCountryCode'),
      merchantCategoryCode: acceptor('CardAcceptorBusinessCode')
    },
    creditValues: ['C'],
    dateFormat: 'YYYY-MM-DD',
    impliedDecimals: 2,
    trailer: {
      debit: '/TransmissionTrailer_9999/TotalAmountOfDebits',
      credit: '/TransmissionTrailer_9999/TotalAmountOfCredits',
      // The totals include adjustments, which are not transactions.
      onMismatch: 'flag'
    }
  }
};
