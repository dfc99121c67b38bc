import { setUpEntity } from '../entity';
import { choice, choices, decimal, lines, text, yesNo } from '../fields';

/** What an expense is for: fifty types at most (C9.024), each with up to 100 values and 10 properties (C9.022, C9.025). */
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
        entertainment: 'Entertainment',
        supplies: 'Supplies',
        other: 'Other'
      },
      required: true
    }),
    receiptAbove: decimal({ label: 'Receipt required above', scale: 2, min: '0' }),
    outOfPocket: yesNo({ label: 'Also out of pocket' }),
    values: lines({ label: 'Values', hint: 'Choices for this type, one per line.', most: 100, max: 80 }),
    properties: choices({
      label: 'Asked for',
      options: {
        attendees: 'Attendees',
        purpose: 'Business purpose',
        location: 'Location',
        from: 'From date',
        to: 'To date',
        nights: 'Nights',
        odometer: 'Odometer',
        vendor: 'Vendor',
        tax: 'Tax',
        project: 'Project'
      },
      most: 10
    })
  }
});
