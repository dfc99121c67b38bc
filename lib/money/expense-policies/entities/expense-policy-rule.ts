import { setUpEntity } from '../../../kit/setup/entity';
import { choice, decimal, lines, record, whole } from '../../../kit/setup/fields';
import { backwardCodes, CODES } from '../category-codes';
import { frozenSince } from '../frozen-since';
import { RULE_KINDS, RULE_LEVELS, WITH_AMOUNT, WITH_DAYS } from '../rule-kinds';

/** A rule of an expense policy's version (C3.074). */
export default setUpEntity({
  name: 'expense-policy-rule',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  words: {
    one: 'Policy rule',
    many: 'Policy rules',
    about: 'What the policy looks at, and what it does about it. Amounts are in the company’s currency.'
  },
  parent: { entity: 'expense-policy', onDelete: 'cascade' },
  maximum: 100,
  ordered: true,
  titleFields: ['kind'],
  fields: {
    kind: choice({ label: 'Looks at', options: RULE_KINDS, required: true, fixed: true }),
    level: choice({ label: 'Does', options: RULE_LEVELS, required: true }),
    type: record({ label: 'Expense type', hint: 'Empty: every expense.', target: { entity: 'expense-type' } }),
    amount: decimal({
      label: 'Limit',
      scale: 3,
      min: '0',
      max: '999999999999.99',
      required: true,
      when: { field: 'kind', is: WITH_AMOUNT }
    }),
    days: whole({ label: 'Days', min: 1, max: 730, required: true, when: { field: 'kind', is: WITH_DAYS } }),
    categories: lines({
      label: 'Merchant category codes',
      hint: 'One per line, such as 7995 or 3000-3299.',
      ...CODES,
      required: true,
      when: { field: 'kind', is: ['category'] }
    })
  },
  // A kind may have several levels: an explanation from one amount on, a refusal from another.
  keys: { rule: { fields: ['kind', 'level', 'type'] } },
  frozen: (_values, parent, today) => frozenSince(parent?.values.validFrom, today),
  check: ({ categories }) => backwardCodes(categories, 'categories')
});
