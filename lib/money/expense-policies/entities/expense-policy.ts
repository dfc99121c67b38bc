import { exists } from '../../../core/database/rows';
import type { Refusal } from '../../../core/entry/refusal';
import { setUpEntity, type World } from '../../../kit/setup/entity';
import { date, text } from '../../../kit/setup/fields';
import { rowsOf } from '../../../kit/setup/records-of';
import { frozenSince } from '../frozen-since';

const fields = {
  name: text({ label: 'Name', max: 60, required: true }),
  validFrom: date({
    label: 'In force from',
    hint: 'Empty: a draft, by which no expense is judged. A version in force no longer changes.'
  }),
  instructions: text({ label: 'Instructions', max: 900, long: true })
};

/** A version of a company's expense policy (C2.019, C3.074): in force from a day until the next one's. */
export default setUpEntity({
  name: 'expense-policy',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  feature: 'expense.reports',
  words: {
    one: 'Expense policy',
    many: 'Expense policies',
    about: 'Rules for expenses, in versions. The version in force on the day of an expense judges it.'
  },
  maximum: 100,
  page: '/expense-policies',
  fields,
  keys: { version: { fields: ['name', 'validFrom'] }, day: { fields: ['validFrom'] } },
  frozen: ({ validFrom }, _parent, today) => frozenSince(validFrom, today),
  check: ({ validFrom }, world) => (validFrom ? tooEarly(validFrom, world) : [])
});

/** The rules for days that are past stay as they are: only the first version may begin on one. */
async function tooEarly(validFrom: string, world: World): Promise<Refusal[]> {
  const { tx, issuerId, companyId } = world;
  const today = await world.today();
  if (validFrom >= today) return [];
  const hasOne = await exists(tx)`
    SELECT 1 FROM ${rowsOf({ name: 'expense-policy', fields })} p
    WHERE p.issuer_id = ${issuerId}::uuid AND p.owner_id = ${companyId}::uuid AND p.active AND p.valid_from <= ${today}::date`;
  return hasOne ? [{ code: 'date.too.early', field: 'validFrom', params: { minimum: today } }] : [];
}
