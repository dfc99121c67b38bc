import { setUpEntity } from '../../../kit/setup/entity';
import { choice, decimal, lines, text, yesNo } from '../../../kit/setup/fields';
import { backwardCodes, CODES } from '../category-codes';

/** What an expense is for: fifty types at most (C9.024), each with up to 100 values (C9.022). */
export default setUpEntity({
  name: 'expense-type',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  feature: 'expense.reports',
  words: { one: 'Expense type', many: 'Expense types', about: 'Kinds of expenses in a report.' },
  maximum: 50,
  ordered: true,
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    category: choice({
      label: 'Category',
      options: {
        airfare: 'Airfare',
        lodging: 'Lodging',
        meals: 'Meals',
        transport: 'Ground transport',
        mileage: 'Mileage',
        allowance: 'Day allowance',
        entertainment: 'Entertainment',
        supplies: 'Supplies',
        other: 'Other'
      },
      required: true
    }),
    receiptFrom: decimal({
      label: 'Receipt required from',
      hint: 'This amount asks for a receipt, a lower one doesn’t. Empty: as the expense policy says.',
      scale: 2,
      min: '0'
    }),
    receiptOnly: yesNo({
      label: 'Only the receipt counts',
      hint: 'A signed statement doesn’t replace it, as for hotels.'
    }),
    outOfPocket: yesNo({ label: 'Also out of pocket' }),
    merchantCategories: lines({
      label: 'Merchant category codes',
      hint: 'The type is proposed for these, one per line, such as 5812 or 3000-3299.',
      ...CODES
    }),
    values: lines({ label: 'Values', hint: 'Choices for this type, one per line.', most: 100, max: 80 })
  },
  check: ({ merchantCategories }) => backwardCodes(merchantCategories, 'merchantCategories')
});
