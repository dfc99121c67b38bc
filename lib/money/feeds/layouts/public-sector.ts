import type { ReadyLayout } from './layout';

/** Purchase card transactions published by the State of Oklahoma. */
export const oklahoma: ReadyLayout = {
  name: 'Oklahoma purchase cards (CSV)',
  layout: {
    format: 'delimited',
    encoding: 'windows-1252',
    headings: true,
    account: 'name',
    fields: {
      accountName: ['Cardholder First Initial', 'Cardholder Last Name'],
      transactionDate: ['Transaction Date'],
      postingDate: ['Posted Date'],
      amount: ['Amount'],
      merchantName: ['Vendor'],
      purpose: ['Description']
    },
    dateFormat: 'MM/DD/YYYY',
    currency: 'USD'
  }
};

/** Purchase card transactions published by the District of Columbia; only the agency identifies a card. */
export const districtOfColumbia: ReadyLayout = {
  name: 'District of Columbia purchase cards (CSV)',
  layout: {
    format: 'delimited',
    headings: true,
    account: 'name',
    fields: {
      accountName: ['AGENCY'],
      sourceReference: ['OBJECTID'],
      transactionDate: ['TRANSACTION_DATE'],
      amount: ['TRANSACTION_AMOUNT'],
      merchantName: ['VENDOR_NAME'],
      merchantRegion: ['VENDOR_STATE_PROVINCE'],
      purpose: ['MCC_DESCRIPTION']
    },
    referencePrefix: 'DC-',
    currency: 'USD'
  }
};

/** Government procurement card transactions published by Durham County Council. */
export const durham: ReadyLayout = {
  name: 'UK procurement cards, Durham (CSV)',
  layout: {
    format: 'delimited',
    encoding: 'windows-1252',
    headings: true,
    account: 'name',
    fields: {
      accountName: ['Local authority department which incurred the expenditure'],
      sourceReference: ['Transaction Number'],
      transactionDate: ['Date of Transaction'],
      amount: ['Gross Amount'],
      taxAmount: ['VAT'],
      merchantName: ['Beneficiary'],
      merchantCategoryCode: ['Merchant Category Number'],
      purpose: ['Summary of the Purpose of Expenditure']
    },
    dateFormat: 'DD/MM/YYYY',
    currency: 'GBP'
  }
};

/** Government procurement card transactions published by the City of York Council. */
export const york: ReadyLayout = {
  name: 'UK procurement cards, York (CSV)',
  layout: {
    format: 'delimited',
    headings: true,
    account: 'name',
    fields: {
      accountName: ['Department'],
      sourceReference: ['Transaction_No'],
      transactionDate: ['Payment_Date'],
      amount: ['Net_Amount'],
      merchantName: ['Creditor_Name'],
      purpose: ['Subjective_Detail']
    },
    dateFormat: 'DD/MM/YYYY',
    currency: 'GBP'
  }
};
