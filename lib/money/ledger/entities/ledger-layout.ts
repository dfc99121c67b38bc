import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text, yesNo } from '../../../kit/setup/fields';

const PLAIN_TEXT = ['csv', 'delimited', 'fixed'] as const;

/** The layout of transactions for a ledger; its columns are parts of it. */
export default setUpEntity({
  name: 'ledger-layout',
  group: 'accounting',
  area: 'company_setup',
  levels: ['issuer', 'company'],
  inherits: true,
  copiesParts: true,
  words: {
    one: 'Ledger layout',
    many: 'Ledger layouts',
    about: 'How exported transactions are written for an accounting system.'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    format: choice({
      label: 'Format',
      options: { csv: 'CSV', xlsx: 'Spreadsheet (xlsx)', delimited: 'Delimited text', fixed: 'Fixed-width text' },
      required: true
    }),
    delimiter: choice({
      label: 'Delimiter',
      options: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Vertical bar' },
      required: true,
      when: { field: 'format', is: ['delimited'] }
    }),
    quotes: choice({
      label: 'Quotation marks',
      options: { needed: 'Where needed', always: 'Around every text', never: 'Never' },
      required: true,
      listed: false,
      when: { field: 'format', is: ['delimited'] }
    }),
    headings: yesNo({ label: 'First line contains headings', listed: false }),
    header: text({
      label: 'First line',
      hint: 'Can contain [number], [date], [count], [lines], [total], [debit] and [credit]; [lines:6] fills up with zeros.',
      max: 255,
      listed: false,
      when: { field: 'format', is: ['delimited', 'fixed'] }
    }),
    trailer: text({
      label: 'Last line',
      hint: 'Can contain the same placeholders as the first line.',
      max: 255,
      listed: false,
      when: { field: 'format', is: ['delimited', 'fixed'] }
    }),
    lineEnd: choice({
      label: 'Line ends',
      options: { crlf: 'Windows (CR LF)', lf: 'Unix (LF)' },
      required: true,
      listed: false,
      when: { field: 'format', is: ['delimited', 'fixed'] }
    }),
    encoding: choice({
      label: 'Encoding',
      options: { utf8: 'UTF-8', utf8_mark: 'UTF-8 with mark', windows1252: 'Windows-1252' },
      required: true,
      listed: false,
      when: { field: 'format', is: PLAIN_TEXT }
    }),
    formulas: choice({
      label: 'Texts that start like a formula',
      hint: 'Delimited files mark them as text unless it is said otherwise, fixed-width files leave them.',
      options: { neutral: 'Marked as text', plain: 'Left as they are' },
      listed: false,
      when: { field: 'format', is: ['delimited', 'fixed'] }
    }),
    offset: text({
      label: 'Offset account',
      hint: 'Each transaction gets one line more, with its total on this account and the opposite sign.',
      max: 60,
      listed: false
    })
  }
});
