import { settingValue } from '../../../access/settings/setting-value';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, record, text, whole, yesNo } from '../../../kit/setup/fields';

/** A field that a company adds to its records (CD.44). */
export default setUpEntity({
  name: 'custom-field',
  group: 'fields',
  area: 'company_setup',
  levels: ['company'],
  feature: 'custom.fields',
  words: {
    one: 'Custom data field',
    many: 'Custom data fields',
    about: 'Fields that the company adds to its transactions, reports, requests, accounts and users.'
  },
  ordered: true,
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    label: text({
      label: 'Label',
      hint: 'Label shown to users.',
      max: 25,
      required: true,
      unique: true
    }),
    extends: choice({
      label: 'Added to',
      options: {
        transaction: 'Transaction',
        expense_report: 'Expense report',
        purchase_request: 'Purchase request',
        supplier: 'Supplier',
        account: 'Account',
        user: 'User'
      },
      required: true,
      fixed: true
    }),
    type: choice({
      label: 'Data type',
      options: { text: 'Text', number: 'Number', date: 'Date', list: 'List', boolean: 'Yes or no' },
      required: true,
      fixed: true
    }),
    length: whole({
      label: 'Field length',
      min: 1,
      max: 255,
      required: true,
      when: { field: 'type', is: ['text', 'number'] }
    }),
    decimals: whole({
      label: 'Decimal digits',
      min: 0,
      max: 4,
      required: true,
      when: { field: 'type', is: ['number'] }
    }),
    dateFormat: choice({
      label: 'Date format',
      options: { mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY', ymd: 'YYYY-MM-DD' },
      required: true,
      when: { field: 'type', is: ['date'] }
    }),
    list: record({
      label: 'Custom list',
      target: { entity: 'custom-list' },
      required: true,
      when: { field: 'type', is: ['list'] }
    }),
    mandatory: yesNo({ label: 'Required' })
  },
  async check({ length, decimals }, { tx, issuerId, companyId }) {
    if (length === null) return [];
    const maximum = await settingValue(tx, { issuerId, companyId }, 'custom.field.length');
    return [
      ...(length > maximum ? [{ code: 'number.too.large' as const, field: 'length', params: { maximum } }] : []),
      // At least one digit precedes them.
      ...(decimals !== null && decimals >= length
        ? [{ code: 'number.too.large' as const, field: 'decimals', params: { maximum: length - 1 } }]
        : [])
    ];
  }
});
