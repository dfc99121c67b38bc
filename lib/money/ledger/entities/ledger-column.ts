import type { Refusal } from '../../../core/entry/refusal';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text, whole } from '../../../kit/setup/fields';

const DATES = ['transaction_date', 'posting_date', 'export_date'] as const;
const AMOUNTS = ['amount', 'debit', 'credit', 'tax', 'total', 'original_amount'] as const;

/** A column of a ledger layout: the source of its values, and their format. */
export default setUpEntity({
  name: 'ledger-column',
  group: 'accounting',
  area: 'company_setup',
  levels: ['issuer', 'company'],
  words: {
    one: 'Column',
    many: 'Columns',
    about: 'The columns of the file, in order. Each split is one line.'
  },
  parent: { entity: 'ledger-layout', onDelete: 'cascade' },
  ordered: true,
  maximum: 200,
  fields: {
    name: text({ label: 'Heading', max: 60, required: true, unique: true }),
    source: choice({
      label: 'Content',
      options: {
        transaction_date: 'Transaction date',
        posting_date: 'Posting date',
        export_date: 'Day of the export',
        amount: 'Amount',
        debit: 'Debit amount',
        credit: 'Credit amount',
        indicator: 'Debit or credit',
        tax: 'Tax',
        total: 'Total of the transaction',
        currency: 'Billing currency',
        original_amount: 'Original amount of the transaction',
        original_currency: 'Original currency',
        conversion_rate: 'Conversion rate',
        percent: 'Percentage of the split',
        ledger_account: 'Ledger account',
        code: 'Accounting code',
        every_code: 'Every accounting code, a column each',
        description: 'Description of the split',
        purpose: 'Purpose',
        customer_code: 'Customer code',
        tax_code: 'Tax code',
        custom: 'Custom data field',
        type: 'Type',
        merchant_name: 'Merchant',
        merchant_city: 'Merchant city',
        merchant_region: 'Merchant region',
        merchant_country: 'Merchant country',
        merchant_id: 'Merchant ID',
        merchant_category: 'Merchant category code',
        account_name: 'Account name',
        last_four: 'Last four digits of the card',
        company_number: 'Company number',
        company_name: 'Company name',
        source_reference: 'Reference',
        transaction_number: 'Running number of the transaction',
        line_number: 'Running number of the line',
        split_number: 'Number of the split',
        export_number: 'Number of the export',
        constant: 'Constant'
      },
      required: true
    }),
    constant: text({
      label: 'Constant',
      max: 60,
      required: true,
      listed: false,
      when: { field: 'source', is: ['constant'] }
    }),
    code: text({
      label: 'Accounting code',
      hint: 'Its name in the scheme; the first one when it is left empty.',
      max: 60,
      listed: false,
      when: { field: 'source', is: ['code', 'ledger_account'] }
    }),
    custom: text({
      label: 'Custom data field',
      hint: 'Its label.',
      max: 25,
      required: true,
      listed: false,
      when: { field: 'source', is: ['custom'] }
    }),
    debit: text({
      label: 'Text for a debit',
      max: 10,
      required: true,
      listed: false,
      when: { field: 'source', is: ['indicator'] }
    }),
    credit: text({
      label: 'Text for a credit',
      max: 10,
      required: true,
      listed: false,
      when: { field: 'source', is: ['indicator'] }
    }),
    dateFormat: choice({
      label: 'Date format',
      options: {
        iso: 'YYYY-MM-DD',
        ymd: 'YYYYMMDD',
        dmy_points: 'DD.MM.YYYY',
        dmy_slashes: 'DD/MM/YYYY',
        mdy_slashes: 'MM/DD/YYYY',
        dmy: 'DDMMYYYY',
        short_ymd: 'YYMMDD'
      },
      required: true,
      listed: false,
      when: { field: 'source', is: DATES }
    }),
    decimals: whole({
      label: 'Decimal digits',
      hint: 'As many as the currency has when it is left empty.',
      min: 0,
      max: 4,
      listed: false,
      when: { field: 'source', is: AMOUNTS }
    }),
    decimalMark: choice({
      label: 'Decimal mark',
      options: { point: 'Point', comma: 'Comma', none: 'None, the digits are implied' },
      required: true,
      listed: false,
      when: { field: 'source', is: AMOUNTS }
    }),
    sign: choice({
      label: 'Sign',
      options: {
        leading: 'Minus in front',
        trailing: 'Minus behind',
        none: 'None',
        reversed: 'Minus in front, of debits'
      },
      required: true,
      listed: false,
      when: { field: 'source', is: AMOUNTS }
    }),
    width: whole({
      label: 'Width',
      hint: 'In characters: required in fixed-width files; elsewhere longer texts are cut.',
      min: 1,
      max: 255
    }),
    align: choice({ label: 'Aligned', options: { left: 'Left', right: 'Right' }, listed: false }),
    padding: choice({ label: 'Filled up with', options: { space: 'Spaces', zero: 'Zeros' }, listed: false })
  },
  check({ width, source }, { parent }) {
    const isFixed = parent?.values.format === 'fixed';
    const refusals: Refusal[] = [];
    if (isFixed && width === null) refusals.push({ code: 'required.field', field: 'width' });
    if (isFixed && source === 'every_code') refusals.push({ code: 'ledger.column.every.code.fixed', field: 'source' });
    return refusals;
  }
});
