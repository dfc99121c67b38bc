import { setUpEntity } from '../../../kit/setup/entity';
import { record } from '../../../kit/setup/fields';

/** A value that a subset offers. */
export default setUpEntity({
  name: 'subset-value',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  words: { one: 'Subset value', many: 'Subset values', about: 'The values that the subset offers.' },
  parent: { entity: 'subset', onDelete: 'cascade' },
  fields: {
    accountingCode: record({
      label: 'Accounting code',
      target: { entity: 'accounting-code', of: (subset) => subset?.parentId ?? null },
      required: true
    }),
    value: record({
      label: 'Value',
      target: { entity: 'accounting-code-value', of: { field: 'accountingCode' } },
      required: true
    })
  },
  keys: { value: { fields: ['value', 'accountingCode'] } },
  titleFields: ['accountingCode', 'value']
});
